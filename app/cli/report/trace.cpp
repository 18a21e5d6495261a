#include "app/cli/report/trace.h"

#include "app/cli/report/trace_csv.h"
#include "app/cli/report/trace_json.h"
#include "app/cli/report/trace_markdown.h"
#include "app/cli/report/trace_text.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

// In the order of TraceFormat.
constexpr void (*kWriters[])(const TracedRun&, GrowingText&) = {
    WriteTraceAsText, WriteTraceAsJson, WriteTraceAsCsv, WriteTraceAsMarkdown};
static_assert(std::size(kWriters) == static_cast<size_t>(TraceFormat::Markdown) + 1);

}  // namespace

std::string Describe(const DisaggregationNote& note) {
    std::string text = "Disaggregated: K and V of " +
                       CountText(note.positions_received, "position") +
                       " came from a prefill worker, whose own pass is not part of this trace.";
    if (note.protocol == TransferProtocol::FirstToken) {
        return text +
               " It also selected the first token, which came as an ID; nothing is recomputed.";
    }
    for (const int position : note.positions_recomputed) {
        text += " Position " + std::to_string(position) +
                ", the prompt's last, is recomputed here, and the first token is selected from it.";
    }
    return text;
}

std::optional<CheckedPass> TracedRun::Next() const {
    while (std::optional<CheckedPass> next = run.Next()) {
        if (next->pass->index >= first_pass) return next;
    }
    return std::nullopt;
}

void WriteTrace(TraceFormat format, const TracedRun& traced, GrowingText& out) {
    kWriters[static_cast<size_t>(format)](traced, out);
}

}  // namespace decodescope
