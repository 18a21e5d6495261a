#include "app/cli/trace_options.h"

#include "app/cli/parse.h"
#include "app/cli/report_options.h"
#include "app/cli/run_recipe.h"

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
    AddCheck(list, options.check);
    AddOutput(list, options.output);
}

}  // namespace decodescope
