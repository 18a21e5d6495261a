// `decodescope lens`: the next token as it could be told after each layer (core/run/logit_lens.h).
#pragma once

#include "app/cli/verb.h"

namespace decodescope {

// Of the pass at --playhead, or else of every pass.
extern const Verb kLensVerb;

}  // namespace decodescope
