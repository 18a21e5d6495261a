#include "app/cli/check_verb.h"

#include <algorithm>

#include "app/cli/output.h"
#include "app/cli/recipe_options.h"
#include "app/cli/report/columns.h"
#include "app/cli/report_options.h"
#include "app/cli/run_recipe.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

constexpr size_t kCountWidth = 12;

std::string Line(const std::string& pass, const std::string& cached, const std::string& recomputed,
                 const std::string& difference) {
    return PadLeft(pass, 6) + PadLeft(cached, kCountWidth) + PadLeft(recomputed, kCountWidth) +
           "  " + difference + "\n";
}

std::string DifferenceOf(const Config& config, const PassCheck& check) {
    const std::string number = FormatShortest(check.max_abs_difference);
    return check.place ? number + " at " + SymbolOf(config, *check.place) : number;
}

// The first of the passes that differ most.
const PassCheck& LargestViolation(const std::vector<PassCheck>& checks) {
    return *std::ranges::max_element(checks, {}, &PassCheck::max_abs_difference);
}

// All passes, or those that were asked for.
std::string WhatIsRun(const std::vector<PassCheck>& checks) {
    const auto count = std::ranges::count(checks, true, &PassCheck::is_checked);
    if (count == static_cast<std::ptrdiff_t>(checks.size())) return "Each pass is run again";
    return count == 0 ? "No pass is run again (see --check)"
                      : "Only the last pass is run again (--check all: every pass)";
}

std::string Verdict(const Recording& recording, const std::vector<PassCheck>& checks) {
    const PassCheck& worst = LargestViolation(checks);
    if (worst.max_abs_difference != 0) {
        return "They disagree: the largest |difference| is " +
               DifferenceOf(recording.config(), worst) + ", where only 0 counts as agreement.\n";
    }
    if (std::ranges::none_of(checks, &PassCheck::is_checked)) return "Nothing was compared.\n";
    return AllAgree(checks)
               ? "They agree: every compared number is equal, and so is every selection.\n"
               : "They disagree: not every pass selects the same token on both sides.\n";
}

}  // namespace

bool AllAgree(const std::vector<PassCheck>& checks) { return std::ranges::all_of(checks, Agrees); }

std::string CheckReport(const Recording& recording, const std::vector<PassCheck>& checks) {
    const PassCheck& total = checks.back();
    std::string text = PrintableUtf8(recording.model().name) + ", prompt of " +
                       std::to_string(recording.prompt_length()) + " tokens, " +
                       std::to_string(recording.pass_count()) + " passes.\n" + WhatIsRun(checks) +
                       " without a cache, over the whole prefix, and compared: " + CheckedParts() +
                       ".\nCounted: positions whose K and V were computed.\n\n" +
                       Line("pass", "cached", "recomputed", "max |difference|");
    for (size_t i = 0; i < checks.size(); ++i) {
        const PassCheck& check = checks[i];
        if (!check.is_checked) continue;
        text += Line(std::to_string(i), std::to_string(check.cached_positions),
                     std::to_string(check.recomputed_positions),
                     DifferenceOf(recording.config(), check));
    }
    return text +
           Line("total", std::to_string(total.cached_total),
                total.recomputed_total ? std::to_string(*total.recomputed_total) : "-",
                DifferenceOf(recording.config(), LargestViolation(checks))) +
           "\n" + Verdict(recording, checks);
}

namespace {

struct CheckOptions {
    RecipeOptions recipe;
    std::optional<CheckedPasses> check;
    std::optional<int> megabytes;
    std::optional<std::string> output;
};

void AddOptions(OptionList& list, CheckOptions& options) {
    AddRecipe(list, options.recipe);
    AddCheck(list, options.check);
    AddMemory(list, options.megabytes);
    AddOutput(list, options.output);
}

int RunCheck(const CheckOptions& options) {
    const Recording recording = RunRecipe(OpenRecipe(options.recipe), options.megabytes);
    const std::vector<PassCheck> checks = RunChecks(recording, options.check);
    WriteOutput(options.output, CheckReport(recording, checks));
    return AllAgree(checks) ? kExitFine : kExitNo;
}

}  // namespace

const Verb kCheckVerb = {
    .name = "check",
    .arguments = "FILE [options]",
    .summary = "cached run against full recompute",
    .help =
        "The cached run against a full recompute: counts, max |difference|; exit code 1 if "
        "they disagree.",
    .prepare = Prepare<CheckOptions, AddOptions, RunCheck>};

}  // namespace decodescope
