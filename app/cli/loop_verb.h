// `decodescope loop`: the generation loop as code, and which line each step of a run belongs to.
#pragma once

#include "app/cli/options.h"

namespace decodescope {

// Runs the recipe and writes the loop with its variables: at --playhead, or else at every step.
// Returns the exit code; throws Error.
int RunLoop(const Options& options);

}  // namespace decodescope
