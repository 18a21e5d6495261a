// A trace as Markdown.
#pragma once

#include "app/cli/report/trace.h"

namespace decodescope {

// Tables for a page or a worksheet, three decimals.
void WriteTraceAsMarkdown(const TracedRun& traced, GrowingText& out);

}  // namespace decodescope
