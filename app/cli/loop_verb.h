// `decodescope loop`: the generation loop as code, and which line each step of a run belongs to.
#pragma once

#include "app/cli/verb.h"

namespace decodescope {

// At --playhead, or else at every step.
extern const Verb kLoopVerb;

}  // namespace decodescope
