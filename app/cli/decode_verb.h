// The verb `decode`: the other of two workers. It decodes from a cache that `prefill` shipped.
#pragma once

#include "app/cli/options.h"

namespace decodescope {

// Reads the cache, or waits for one prefill worker that sends it, and writes the trace: byte for
// byte that of the undivided run where the prefill's values were shipped too, else that of the
// passes run here. Returns the exit code; throws Error.
int RunDecode(const Options& options);

}  // namespace decodescope
