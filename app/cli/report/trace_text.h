// A trace as text.
#pragma once

#include "app/cli/report/trace.h"

namespace decodescope {

// A transcript to be read aloud (core/explain/transcript.h).
void WriteTraceAsText(const TracedRun& traced, GrowingText& out);

}  // namespace decodescope
