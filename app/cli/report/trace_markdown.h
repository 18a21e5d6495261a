// A trace as Markdown.
#pragma once

#include <string>

#include "app/cli/report/trace.h"

namespace decodescope {

// Tables for a page or a worksheet, three decimals.
std::string TraceAsMarkdown(const CheckedRun& run);

}  // namespace decodescope
