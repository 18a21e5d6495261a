// The verb `cost`: what each pass of a run costs as the engine counts it, the same recomputed
// without a cache, and, apart from both, what a step would take on some machine.
#pragma once

#include "app/cli/options.h"

namespace decodescope {

// Exit code 1 where the counts are not what the formulas of core/cost.h say.
int RunCost(const Options& options);

}  // namespace decodescope
