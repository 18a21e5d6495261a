// The verb `mistakes`: the recipe run by a decoder that makes classic mistakes, and what gives each
// away.
#pragma once

#include "app/cli/verb.h"

namespace decodescope {

// One mistake or all of them. Exit code kExitNo where an invariant broke.
extern const Verb kMistakesVerb;

}  // namespace decodescope
