#include "app/cli/report/trace_text.h"

#include "core/explain/transcript.h"

namespace decodescope {

void WriteTraceAsText(const TracedRun& traced, GrowingText& out) {
    const TranscriptDetail detail =
        traced.is_full ? TranscriptDetail::Full : TranscriptDetail::Summary;
    out.end() += TranscriptOpening(traced.recording()) + "\n";
    if (traced.disaggregation) out.end() += Describe(*traced.disaggregation) + "\n\n";
    while (const std::optional<CheckedPass> next = traced.Next()) {
        out.end() +=
            TranscriptOfPass(traced.recording(), next->pass->index, next->check, detail) + "\n";
        out.Pass();
    }
    out.end() += TranscriptClosing(traced.recording(), traced.run.total());
}

}  // namespace decodescope
