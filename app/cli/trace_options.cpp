#include "app/cli/trace_options.h"

#include <utility>

#include "app/cli/output.h"
#include "app/cli/parse.h"
#include "app/cli/progress.h"
#include "app/cli/report_options.h"
#include "app/cli/run_recipe.h"
#include "core/io/free_memory.h"
#include "core/run/work_estimate.h"

namespace decodescope {
namespace {

using Text = const std::string&;
using O = TraceOptions;

constexpr Choice<TraceFormat> kFormats[] = {{"text", TraceFormat::Text},
                                            {"json", TraceFormat::Json},
                                            {"csv", TraceFormat::Csv},
                                            {"markdown", TraceFormat::Markdown}};
constexpr Choice<bool> kValueSets[] = {{"summary", false}, {"full", true}};

constexpr OptionRow<O> kRows[] = {
    {"--format", "text|json|csv|markdown",
     [](O& o, Text v, Text n) { o.format = ParseChoice(v, n, kFormats); },
     "text (the default) is a transcript that can be read aloud"},
    {"--values", "summary|full",
     [](O& o, Text v, Text n) { o.is_full = ParseChoice(v, n, kValueSets); },
     "full (the default): every intermediate; summary: counts, logits, candidates"},
};

}  // namespace

void AddTraceOptions(OptionList& list, TraceOptions& options) {
    list.Add(options, kRows);
    AddCheckInPassing(list, options.check);
    AddMemory(list, options.megabytes);
    AddOutput(list, options.output);
}

TraceMemoryPtr MemoryFor(const TraceOptions& options) {
    return MemoryOf(options.megabytes.value_or(0));
}

void TraceToEnd(const TraceOptions& options, Recording begun, int first_pass,
                std::optional<DisaggregationNote> disaggregation) {
    RequireMemory(begun, FreeMemory());
    const CheckedPasses which = options.check.value_or(CheckedInPassing(begun));
    Output output(options.output);
    WorkProgress passes;
    const Progress progress("decoding", "pass", passes, !output.is_terminal());
    CheckedRun run(std::move(begun), which, &passes);
    WriteTrace(options.format, {run, options.is_full, first_pass, std::move(disaggregation)},
               output.text());
    output.Finish();
}

}  // namespace decodescope
