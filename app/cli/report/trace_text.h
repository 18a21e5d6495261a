// A trace as text.
#pragma once

#include <string>

#include "app/cli/report/trace.h"

namespace decodescope {

// A transcript to be read aloud (core/explain/transcript.h).
std::string TraceAsText(const CheckedRun& run);

}  // namespace decodescope
