#include "app/cli/mistakes_verb.h"

#include <algorithm>

#include "app/cli/output.h"
#include "app/cli/parse.h"
#include "app/cli/recipe_options.h"
#include "app/cli/report/mistakes_json.h"
#include "app/cli/report/mistakes_text.h"
#include "app/cli/report_options.h"
#include "core/base/error.h"

namespace decodescope {
namespace {

struct MistakesOptions {
    RecipeOptions recipe;
    ReportOptions report;
    std::optional<std::string> mistake;  // by its name; absent: all of them
    bool edits_embedding = false;        // what makes a cache stale; else the prompt
    bool lists = false;                  // the mistakes, and nothing is run
};

using Text = const std::string&;
using O = MistakesOptions;

constexpr Choice<bool> kEdits[] = {{"prompt", false}, {"embedding", true}};

constexpr OptionRow<O> kRows[] = {
    {"--mistake", "NAME", [](O& o, Text v, Text) { o.mistake = v; },
     "run one mistake, or none for the correct decoder (default: all of them, one after the "
     "other)"},
    {"--edit", "prompt|embedding",
     [](O& o, Text v, Text n) { o.edits_embedding = ParseChoice(v, n, kEdits); },
     "which edit makes the cache stale (default: prompt)"},
    {"--list", "", [](O& o, Text, Text) { o.lists = true; },
     "name the mistakes and what each does; needs no FILE"},
};

void AddOptions(OptionList& list, MistakesOptions& options) {
    AddRecipe(list, options.recipe, FileNeed::Optional);
    AddReportFormat(list, options.report);
    list.Add(options, kRows);
    AddOutput(list, options.report.output);
}

std::vector<Mistake> WantedMistakes(const MistakesOptions& options) {
    if (!options.mistake) return {AllMistakes().begin(), AllMistakes().end()};
    const auto mistake = MistakeNamed(*options.mistake);
    if (mistake) return {*mistake};
    throw Error("'" + *options.mistake + "' is not a mistake that this program makes", "--mistake",
                "decodescope mistakes --list names them");
}

ShownMistake Show(const Recipe& recipe, Mistake mistake, const MistakesOptions& options) {
    ShownMistake shown{.mistake = mistake, .why_not = {}, .run = {}, .checks = {}};
    if (const auto why = WhyNotShown(recipe, mistake); why && !options.mistake) {
        shown.why_not = *why;
        return shown;
    }
    const bool is_embedding = mistake == Mistake::StaleCache && options.edits_embedding;
    if (is_embedding && !WhyNotShown(recipe, mistake)) {
        shown.run = RunBroken(recipe, mistake, RunSetup::AfterEmbeddingEdit);
    } else {
        shown.run = RunBroken(recipe, mistake);  // which refuses what cannot be shown
    }
    shown.checks = CheckInvariants(shown.run);
    return shown;
}

int RunMistakes(const MistakesOptions& options) {
    if (options.lists) {
        WriteOutput(options.report.output, MistakesList());
        return kExitFine;
    }
    if (!options.recipe.file) {
        throw Error("there is no model or recipe", "", "write decodescope mistakes FILE");
    }
    const std::vector<Mistake> wanted = WantedMistakes(options);
    const Recipe recipe = OpenRecipe(options.recipe);
    std::vector<ShownMistake> shown;
    for (const Mistake mistake : wanted) shown.push_back(Show(recipe, mistake, options));
    WriteOutput(options.report.output,
                options.report.is_json ? MistakesJson(recipe, shown) : MistakesText(recipe, shown));
    const bool all_hold = std::ranges::all_of(shown, [](const ShownMistake& one) {
        return std::ranges::all_of(one.checks, &InvariantCheck::holds);
    });
    return all_hold ? kExitFine : kExitNo;
}

}  // namespace

const Verb kMistakesVerb = {
    .name = "mistakes",
    .arguments = "FILE [options]",
    .summary = "classic mistakes, and what gives them away",
    .help =
        "The recipe run by a decoder that makes classic mistakes, one at a time: which "
        "invariants break, in which pass, by how much. Exit code 1 if one broke.",
    .prepare = Prepare<MistakesOptions, AddOptions, RunMistakes>};

}  // namespace decodescope
