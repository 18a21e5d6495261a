// A trace as CSV.
#pragma once

#include "app/cli/report/trace.h"

namespace decodescope {

// RFC 4180. Full: one row per number, named as a cell is (value, layer, head, row, column; row is a
// position). Summary: one row per candidate of each pass, beside that pass's counts.
void WriteTraceAsCsv(const TracedRun& traced, GrowingText& out);

}  // namespace decodescope
