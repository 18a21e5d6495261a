#include "app/cli/trace_verb.h"

#include "app/cli/recipe_options.h"
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
    TraceToEnd(options.trace, Recording(OpenRecipe(options.recipe), MemoryFor(options.trace)));
    return kExitFine;
}

}  // namespace

const Verb kTraceVerb = {.name = "trace",
                         .arguments = "FILE [options]",
                         .summary = "every value of every pass",
                         .help = "Every value of every pass.",
                         .prepare = Prepare<TraceVerbOptions, AddOptions, RunTrace>};

}  // namespace decodescope
