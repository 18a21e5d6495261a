#include "app/cli/cost_verb.h"

#include "app/cli/output.h"
#include "app/cli/parse.h"
#include "app/cli/recipe_options.h"
#include "app/cli/report/cost_json.h"
#include "app/cli/report/cost_text.h"
#include "app/cli/report_options.h"
#include "app/cli/run_recipe.h"
#include "core/base/error.h"

namespace decodescope {
namespace {

struct CostOptions {
    RecipeOptions recipe;
    ReportOptions report;
    ModelledOptions modelled;
    std::optional<int> megabytes;
    bool lists = false;  // the tables, and nothing is run
};

using Text = const std::string&;
using O = CostOptions;

constexpr OptionRow<O> kRows[] = {
    {"--hardware", "NAME", [](O& o, Text v, Text) { o.modelled.hardware = v; },
     "adds a modelled part for this hardware, by a name of --list (default with --shape: "
     "h100-sxm); "
     "the five options below are for it"},
    {"--shape", "NAME", [](O& o, Text v, Text) { o.modelled.shape = v; },
     "that of a well-known model, by a name of --list (default: the file's); without a FILE it "
     "alone is modelled"},
    {"--batch", "B",
     [](O& o, Text v, Text n) {
         o.modelled.batch = ParseInteger(v, n, std::int64_t{1}, kMostBatch);
     },
     "sequences that share each step (default: 1)"},
    {"--context", "N",
     [](O& o, Text v, Text n) {
         o.modelled.context = ParseInteger(v, n, std::int64_t{1}, kMostContext);
     },
     "context length of each sequence (default: 1024)"},
    {"--weights-format", "NAME", [](O& o, Text v, Text) { o.modelled.weights = v; },
     "number format of the weights, by a name of --list (default: bf16)"},
    {"--cache-format", "NAME", [](O& o, Text v, Text) { o.modelled.cache = v; },
     "number format of the cache (default: bf16)"},
    {"--list", "", [](O& o, Text, Text) { o.lists = true; },
     "the names of hardware, shapes and formats, with their sources; needs no FILE"},
};

void AddOptions(OptionList& list, CostOptions& options) {
    AddRecipe(list, options.recipe, FileNeed::Optional);
    AddReportFormat(list, options.report);
    list.Add(options, kRows);
    AddMemory(list, options.megabytes);
    AddOutput(list, options.report.output);
}

// Whether something was typed of a run, which only a FILE has.
bool SaysHowToRun(const RecipeOptions& options) {
    return options.tokenizer || options.prompt || options.tokens || options.rule.kind ||
           !options.rule.given.empty() || options.by_hand;
}

void Write(const CostOptions& options, const std::optional<RunReport>& run,
           const std::optional<ModelledRun>& modelled) {
    WriteOutput(options.report.output,
                options.report.is_json ? CostJson(run, modelled) : CostText(run, modelled));
}

int RunCost(const CostOptions& options) {
    if (options.lists) {
        WriteOutput(options.report.output, CostTables());
        return kExitFine;
    }
    if (!options.recipe.file) {
        if (!options.modelled.shape || SaysHowToRun(options.recipe)) {
            throw Error("there is no model or recipe", "",
                        "write decodescope cost FILE, or --shape NAME alone; --list has the names");
        }
        Write(options, std::nullopt, ModelledRunOf(options.modelled, nullptr));
        return kExitFine;
    }
    const Recipe recipe = OpenRecipe(options.recipe);
    const std::optional<ModelledRun> modelled = ModelledRunOf(options.modelled, recipe.model.get());
    const Recording recording = RunRecipe(recipe, options.megabytes);
    const std::vector<PassCheck> checks = RunChecks(recording, std::nullopt);
    const CountedRun counted = CountRun(recording, checks);
    Write(options, RunReport{recording, checks, counted}, modelled);
    return counted.formulas_agree ? kExitFine : kExitNo;
}

}  // namespace

const Verb kCostVerb = {
    .name = "cost",
    .arguments = "[FILE] [options]",
    .summary = "multiply-adds and bytes of every pass",
    .help =
        "What each pass costs, counted: multiply-adds, bytes of weights and cache, with the "
        "cache and without. With --hardware or --shape also what a step would take, modelled.",
    .prepare = Prepare<CostOptions, AddOptions, RunCost>};

}  // namespace decodescope
