// The verb `cost`: what each pass of a run costs as the engine counts it, the same recomputed
// without a cache, and, apart from both, what a step would take on some hardware.
#pragma once

#include "app/cli/verb.h"

namespace decodescope {

// Exit code kExitNo where the counts are not what the formulas of core/cost/cost.h say.
extern const Verb kCostVerb;

}  // namespace decodescope
