#include "app/cli/trace.h"

#include "app/cli/output.h"
#include "core/decoder.h"
#include "core/transcript.h"

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
    for (const PassCheck& check : run.checks) {
        const int pass = static_cast<int>(&check - run.checks.data());
        text += TranscriptOfPass(run.recording, pass, check, detail) + "\n";
    }
    return text + TranscriptClosing(run.recording, run.checks.back());
}

int RunTrace(const Options& options) {
    const Recording recording = Record(OpenRecipe(options));
    const std::vector<PassCheck> checks = CheckAll(recording);
    const CheckedRun run{recording, checks, options.is_full};
    WriteOutput(options.output, kWriters[static_cast<size_t>(options.format)](run));
    return kExitFine;
}

}  // namespace decodescope
