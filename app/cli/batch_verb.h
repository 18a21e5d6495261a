// `decodescope batch`: several responses served together, step by step, and each checked against
// decoding it alone.
#pragma once

#include "app/cli/verb.h"

namespace decodescope {

// Exit code kExitNo where a response differs.
extern const Verb kBatchVerb;

}  // namespace decodescope
