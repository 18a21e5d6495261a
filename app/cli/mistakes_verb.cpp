#include "app/cli/mistakes_verb.h"

#include <algorithm>
#include <cmath>

#include "app/cli/output.h"
#include "core/base/error.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

std::string Left(std::string_view text, size_t width) {
    std::string line(text);
    line.resize(std::max(width, line.size()), ' ');
    return line;
}

// Three decimals, unless that would hide that there is something.
std::string NumberText(double number) {
    constexpr double kSmall = 0.0005;
    const bool is_small = number != 0 && std::abs(number) < kSmall;
    return is_small ? FormatShortest(number) : FormatFixed(number, 3);
}

std::string TokenList(const BrokenRun& run, bool is_sound) {
    std::string text;
    for (const BrokenPass& pass : run.sequence(0).passes) {
        const std::optional<Selection>& selection =
            is_sound ? pass.sound.selection : pass.selection;
        const std::string token =
            selection ? DisplayText(run.recipe.model->tokenizer, selection->id) : "(none)";
        text += (text.empty() ? "" : " ") + token;
    }
    return text;
}

std::string BreachLine(const BrokenRun& run, const InvariantCheck& check) {
    constexpr size_t kTitleWidth = 24;
    const Violation& breach = check.breaches.front();
    std::string line = "  broken: " + Left(InfoOf(check.invariant).title, kTitleWidth) +
                       PlaceText(run, breach) + ": " +
                       AmountText(check.invariant, breach, NumberText);
    if (!breach.detail.empty()) line += " (" + breach.detail + ")";
    return line + "\n";
}

std::string OneReport(const ShownMistake& shown) {
    const MistakeInfo& info = InfoOf(shown.mistake);
    std::string text = std::string(info.name) + ": " + std::string(info.wrong) + "\n";
    if (!shown.why_not.empty()) return text + "  cannot show here: " + shown.why_not + "\n";
    if (!shown.run.changes.empty()) text += "  run with: " + shown.run.changes + "\n";
    int holding = 0;
    for (const InvariantCheck& check : shown.checks) {
        if (!check.holds())
            text += BreachLine(shown.run, check);
        else if (check.applies)
            ++holding;
    }
    const bool is_whole = std::ranges::all_of(shown.checks, &InvariantCheck::holds);
    text += is_whole ? "  every invariant holds: " : "  the others hold: ";
    const bool hides = is_whole && shown.mistake != Mistake::None;
    text += std::to_string(holding) + (hides ? ", so it does not show in these passes\n" : "\n");
    const std::string selected = TokenList(shown.run, false), sound = TokenList(shown.run, true);
    text += "  selected: " + selected;
    if (selected != sound) text += "\n  should be, each after the same tokens: " + sound;
    return text + "\n";
}

std::string ListText() {
    constexpr size_t kNameWidth = 24;
    std::string text;
    for (const Mistake mistake : AllMistakes()) {
        const MistakeInfo& info = InfoOf(mistake);
        text += Left(info.name, kNameWidth) + std::string(info.wrong) + "\n";
    }
    return text;
}

std::vector<Mistake> WantedMistakes(const Options& options) {
    if (!options.mistake) return {AllMistakes().begin(), AllMistakes().end()};
    const auto mistake = MistakeNamed(*options.mistake);
    if (mistake) return {*mistake};
    throw Error("'" + *options.mistake + "' is no mistake that this program makes", "--mistake",
                "decodescope mistakes --list names them");
}

ShownMistake Show(const Recipe& recipe, Mistake mistake, const Options& options) {
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

}  // namespace

std::string MistakesReport(const Recipe& recipe, const std::vector<ShownMistake>& shown) {
    std::string text =
        PrintableUtf8(recipe.model->name) + ", prompt \"" + PrintableUtf8(recipe.prompt) +
        "\". A decoder apart from the engine makes one mistake at a time; after each pass "
        "its run is checked.\n";
    for (const ShownMistake& one : shown) text += "\n" + OneReport(one);
    return text;
}

int RunMistakes(const Options& options) {
    if (options.lists) {
        WriteOutput(options.output, ListText());
        return kExitFine;
    }
    if (!options.file) {
        throw Error("there is no model or recipe", "", "write decodescope mistakes FILE");
    }
    const std::vector<Mistake> wanted = WantedMistakes(options);
    const Recipe recipe = OpenRecipe(options);
    std::vector<ShownMistake> shown;
    for (const Mistake mistake : wanted) shown.push_back(Show(recipe, mistake, options));
    const bool is_json = options.format == TraceFormat::Json;
    WriteOutput(options.output,
                is_json ? MistakesJson(recipe, shown) : MistakesReport(recipe, shown));
    const bool all_hold = std::ranges::all_of(shown, [](const ShownMistake& one) {
        return std::ranges::all_of(one.checks, &InvariantCheck::holds);
    });
    return all_hold ? kExitFine : kExitNo;
}

}  // namespace decodescope
