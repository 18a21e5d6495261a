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
    std::optional<std::string> output;
};

// --format, --values and -o.
void AddTraceOptions(OptionList& list, TraceOptions& options);

}  // namespace decodescope
