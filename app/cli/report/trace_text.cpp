#include "app/cli/report/trace_text.h"

#include "core/explain/transcript.h"

namespace decodescope {

std::string TraceAsText(const CheckedRun& run) {
    const TranscriptDetail detail =
        run.is_full ? TranscriptDetail::Full : TranscriptDetail::Summary;
    std::string text = TranscriptOpening(run.recording) + "\n";
    if (run.disaggregation) text += Describe(*run.disaggregation) + "\n\n";
    for (int pass = run.first_pass; pass < run.recording.pass_count(); ++pass) {
        const PassCheck& check = run.checks[static_cast<size_t>(pass)];
        text += TranscriptOfPass(run.recording, pass, check, detail) + "\n";
    }
    return text + TranscriptClosing(run.recording, run.checks.back());
}

}  // namespace decodescope
