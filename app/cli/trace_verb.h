// The verb `trace`: every value of every pass, in one of four formats.
#pragma once

#include "app/cli/verb.h"

namespace decodescope {

extern const Verb kTraceVerb;

}  // namespace decodescope
