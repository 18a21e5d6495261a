#include "app/cli/batch_verb.h"

#include <algorithm>

#include "app/cli/output.h"
#include "app/cli/parse.h"
#include "app/cli/progress.h"
#include "app/cli/recipe_options.h"
#include "app/cli/report/batch_json.h"
#include "app/cli/report/batch_text.h"
#include "app/cli/report_options.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "core/io/file.h"
#include "core/serve/batch_scheduler.h"

namespace decodescope {
namespace {

// --- Options ------------------------------------------------------------------------------------

struct BatchOptions {
    RecipeOptions recipe;
    std::vector<std::string> prompts;  // each --prompt
    std::optional<std::string> prompts_file;
    std::optional<int> samples;
    std::optional<int> slots;
    std::vector<int> arrival_steps;  // in the order of the requests
    std::optional<bool> shares_prompts;
    ReportOptions report;
};

using Text = const std::string&;
using O = BatchOptions;

constexpr Choice<bool> kSwitch[] = {{"on", true}, {"off", false}};

std::vector<int> ParseSteps(Text text, Text name) {
    std::vector<int> steps;
    for (const std::string& step : Split(text, ',')) {
        steps.push_back(ParseInteger(step, name, 0, kLatestArrival));
    }
    return steps;
}

constexpr OptionRow<O> kRows[] = {
    {.name = "--prompt",
     .argument = "TEXT",
     .set = [](O& o, Text v, Text) { o.prompts.push_back(v); },
     .help = "prompt of a request; repeat for more requests (default: the recipe's batch, else its "
             "prompt)",
     .repeats = true},
    {"--prompts", "FILE", [](O& o, Text v, Text) { o.prompts_file = v; },
     "file with one prompt per line", PathUse::Reads},
    {"--samples", "N",
     [](O& o, Text v, Text n) { o.samples = ParseInteger(v, n, 1, kMostRequests); },
     "N samples of one prompt, at most 64, with seeds SEED, SEED+1, ..."},
    {"--slots", "S", [](O& o, Text v, Text n) { o.slots = ParseInteger(v, n, 1, kMostSlots); },
     "number of slots (default: one per request, or those of the recipe's batch); further requests "
     "are queued"},
    {"--join", "STEP,STEP,...", [](O& o, Text v, Text n) { o.arrival_steps = ParseSteps(v, n); },
     "arrival step of each request, in order, at most 1000 (default: 0)"},
    {"--sharing", "on|off",
     [](O& o, Text v, Text n) { o.shares_prompts = ParseChoice(v, n, kSwitch); },
     "share the prefix of identical prompts (default: on)"},
};

void AddOptions(OptionList& list, BatchOptions& options) {
    AddFile(list, options.recipe);
    list.Add(options, kRows);
    AddSelection(list, options.recipe);
    AddReportFormat(list, options.report);
    AddOutput(list, options.report.output);
}

// --- The batch that is asked for ----------------------------------------------------------------

constexpr size_t kLargestPrompts = size_t{1} << 20;

// One prompt per line; empty lines are skipped.
std::vector<std::string> PromptsIn(const std::string& path) {
    const std::string text = ReadFile(path, kLargestPrompts);
    std::vector<std::string> prompts;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        if (line.ends_with('\r')) line.pop_back();
        if (!line.empty()) prompts.push_back(std::move(line));
        at = end + 1;
    }
    if (prompts.empty()) throw Error("there is no prompt in it", path, "write one prompt per line");
    return prompts;
}

std::vector<std::string> PromptsOf(const BatchOptions& options, const Recipe& recipe) {
    std::vector<std::string> prompts;
    if (options.prompts_file) prompts = PromptsIn(*options.prompts_file);
    prompts.insert(prompts.end(), options.prompts.begin(), options.prompts.end());
    if (prompts.empty()) prompts.push_back(recipe.prompt);
    return prompts;
}

Batch SampledBatch(const BatchOptions& options, Recipe recipe,
                   const std::vector<std::string>& prompts) {
    if (prompts.size() > 1) {
        throw Error("samples are of one prompt, not of " + std::to_string(prompts.size()),
                    "--samples", "give one --prompt");
    }
    if (recipe.rule.is_greedy()) {
        const bool is_cold = recipe.rule.kind == RuleKind::Sample;
        throw Error(is_cold ? "at temperature 0 all samples are the same"
                            : "the greedy rule makes all samples the same",
                    "--samples", is_cold ? "give a temperature above 0" : "add --rule sample");
    }
    recipe.prompt = prompts.front();
    return SamplesOf(recipe, *options.samples, 1);
}

void SetArrivalSteps(const BatchOptions& options, Batch& batch) {
    if (options.arrival_steps.size() > batch.requests.size()) {
        throw Error("there are " + std::to_string(options.arrival_steps.size()) + " steps for " +
                        CountText(std::ssize(batch.requests), "request"),
                    "--join", "give at most one per request");
    }
    for (size_t i = 0; i < options.arrival_steps.size(); ++i)
        batch.requests[i].arrival_step = options.arrival_steps[i];
}

void RefuseWhatCannotBeServed(const BatchRun& run) {
    for (int i = 0; i < run.request_count(); ++i) {
        if (!run.problem(i).empty()) throw Error(run.problem(i), "request " + std::to_string(i));
    }
}

Batch BatchFrom(const BatchOptions& options) {
    const Recipe recipe = OpenRecipe(options.recipe);
    const std::vector<std::string> prompts = PromptsOf(options, recipe);
    const bool names_prompts = !options.prompts.empty() || options.prompts_file || options.samples;
    Batch batch{.model = recipe.model};
    std::optional<int> slots = options.slots;
    if (recipe.batch && !names_prompts) {
        batch = BatchOf(*recipe.batch, recipe);
        slots = options.slots.value_or(batch.slots);
        if (options.recipe.tokens) {
            for (Request& request : batch.requests) request.tokens = *options.recipe.tokens;
        }
    } else if (options.samples) {
        batch = SampledBatch(options, recipe, prompts);
    } else {
        for (const std::string& prompt : prompts) {
            batch.requests.push_back({prompt, recipe.tokens, recipe.rule});
        }
    }
    SetArrivalSteps(options, batch);
    const int count = static_cast<int>(batch.requests.size());
    batch.slots = slots.value_or(std::min(count, kMostSlots));
    batch.shares_prompts = options.shares_prompts.value_or(batch.shares_prompts);
    Validate(batch);
    return batch;
}

// --- Run ----------------------------------------------------------------------------------------

void DecodeBatch(BatchRun& run) {
    WorkProgress steps;
    const Progress progress("decoding", "step", steps);
    BatchScheduler scheduler(run);
    while (BatchStepPtr step = scheduler.Step()) {
        run.Append(std::move(step));
        steps.Advance(1);
    }
}

std::vector<ResponseCheck> CheckResponses(const BatchRun& run) {
    WorkProgress responses;
    responses.Begin(run.request_count());
    const Progress progress("checking", "response", responses);
    std::vector<ResponseCheck> checks;
    for (int i = 0; i < run.request_count(); ++i) {
        checks.push_back(CheckResponse(run, i));
        responses.Advance(1);
    }
    return checks;
}

int RunBatch(const BatchOptions& options) {
    BatchRun run(BatchFrom(options));
    RefuseWhatCannotBeServed(run);
    DecodeBatch(run);
    const std::vector<ResponseCheck> checks = CheckResponses(run);
    WriteOutput(options.report.output,
                options.report.is_json ? BatchJson(run, checks) : BatchText(run, checks));
    return std::ranges::all_of(checks, &ResponseCheck::agrees) ? kExitFine : kExitNo;
}

}  // namespace

const Verb kBatchVerb = {
    .name = "batch",
    .arguments = "FILE [options]",
    .summary = "several responses together, step by step",
    .help =
        "Several responses together, one pass over the weights per step; each response is "
        "checked against decoding it alone. Exit code 1 if one differs.",
    .prepare = Prepare<BatchOptions, AddOptions, RunBatch>};

}  // namespace decodescope
