#include "app/cli/trace_verb.h"

#include "app/cli/output.h"
#include "app/cli/recipe_options.h"
#include "app/cli/run_recipe.h"
#include "app/cli/trace_options.h"

namespace decodescope {
namespace {

struct TraceVerbOptions {
    RecipeOptions recipe;
    TraceOptions trace;
};

void AddOptions(OptionList& list, TraceVerbOptions& options) {
    AddRecipe(list, options.recipe);
    AddTraceOptions(list, options.trace);
}

int RunTrace(const TraceVerbOptions& options) {
    const Recording recording = RunRecipe(OpenRecipe(options.recipe));
    const std::vector<PassCheck> checks = RunChecks(recording, options.trace.check);
    const CheckedRun run{recording, checks, options.trace.is_full};
    WriteOutput(options.trace.output, TraceAs(options.trace.format, run));
    return kExitFine;
}

}  // namespace

const Verb kTraceVerb = {.name = "trace",
                         .arguments = "FILE [options]",
                         .summary = "every value of every pass",
                         .help = "Every value of every pass.",
                         .prepare = Prepare<TraceVerbOptions, AddOptions, RunTrace>};

}  // namespace decodescope
