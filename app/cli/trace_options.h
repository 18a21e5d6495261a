// How a trace is written: options of `trace` and `decode`.
#pragma once

#include <optional>
#include <string>

#include "app/cli/option_list.h"
#include "app/cli/report/trace.h"

namespace decodescope {

struct TraceOptions {
    TraceFormat format = TraceFormat::Text;
    bool is_full = true;
    std::optional<CheckedPasses> check;
    std::optional<int> megabytes;  // for the numbers of passes
    std::optional<std::string> output;
};

// --format, --values, --check, --memory and -o.
void AddTraceOptions(OptionList& list, TraceOptions& options);

// A pass is written once and not looked at again, so there is no need to keep any, unless somebody
// says so.
TraceMemoryPtr MemoryFor(const TraceOptions& options);

// Runs a recording to its end and writes it, from a pass on.
void TraceToEnd(const TraceOptions& options, Recording begun, int first_pass = 0,
                std::optional<DisaggregationNote> disaggregation = {});

}  // namespace decodescope
