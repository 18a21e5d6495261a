// The verb `decode`: the other of two workers. It decodes from a cache that `prefill` sent.
#pragma once

#include "app/cli/verb.h"

namespace decodescope {

// Reads the cache, or waits for one prefill worker that sends it, and writes the trace: byte for
// byte that of the undivided run where the prefill's values were sent too, else that of the passes
// run here.
extern const Verb kDecodeVerb;

}  // namespace decodescope
