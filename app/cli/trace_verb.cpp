#include "app/cli/trace_verb.h"

#include "app/cli/output.h"
#include "core/base/number.h"
#include "core/explain/transcript.h"
#include "core/run/decoder.h"

namespace decodescope {
namespace {

// In the order of TraceFormat.
constexpr std::string (*kWriters[])(const CheckedRun&) = {TraceAsText, TraceAsJson, TraceAsCsv,
                                                          TraceAsMarkdown};
static_assert(std::size(kWriters) == static_cast<size_t>(TraceFormat::Markdown) + 1);

}  // namespace

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

std::string Describe(const DisaggregationNote& note) {
    std::string text = "Handed over: K and V of " + CountText(note.positions_received, "position") +
                       " came from a prefill worker, whose own pass is not part of this.";
    if (note.protocol == TransferProtocol::FirstToken) {
        return text +
               " It selected the first token too, which came as an ID; nothing is recomputed.";
    }
    for (const int position : note.positions_recomputed) {
        text += " Position " + std::to_string(position) +
                ", the prompt's last, is recomputed here, and the first token is selected from it.";
    }
    return text;
}

std::string TraceAs(TraceFormat format, const CheckedRun& run) {
    return kWriters[static_cast<size_t>(format)](run);
}

int RunTrace(const Options& options) {
    const Recording recording = Record(OpenRecipe(options));
    const std::vector<PassCheck> checks = CheckAll(recording);
    const CheckedRun run{recording, checks, options.is_full};
    WriteOutput(options.output, TraceAs(options.format, run));
    return kExitFine;
}

}  // namespace decodescope
