// A trace as JSON.
#pragma once

#include "app/cli/report/trace.h"

namespace decodescope {

// "decodescope-trace" version 1. Numbers are exact; keys are those that scripts rely on, and more.
void WriteTraceAsJson(const TracedRun& traced, GrowingText& out);

}  // namespace decodescope
