// A pass computed again from the cache as it was before it: the numbers of an older pass, which are
// not kept (trace_memory.h).
#pragma once

#include "core/engine/kv_cache.h"
#include "core/engine/trace.h"

namespace decodescope {

class Recording;
struct Pass;

// A cache with the rows that the passes of a recording appended for the first positions.
KvCache CacheOf(const Recording& recording, int positions);

// Runs a pass of the recording once more, over the same tokens, with the cache that it found. Every
// number is the same, to the bit, because nothing else goes into it. One that was recorded with
// Capture::Everything.
Trace RunAgain(const Recording& recording, const Pass& pass);

}  // namespace decodescope
