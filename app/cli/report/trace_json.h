// A trace as JSON.
#pragma once

#include <string>

#include "app/cli/report/trace.h"

namespace decodescope {

// "decodescope-trace" version 1. Numbers are exact; keys are those that scripts rely on, and more.
std::string TraceAsJson(const CheckedRun& run);

}  // namespace decodescope
