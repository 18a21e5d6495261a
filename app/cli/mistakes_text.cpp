#include "app/cli/mistakes_text.h"

#include <algorithm>
#include <cmath>

#include "app/cli/columns.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

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
    std::string line =
        "  broken: " + PadRight(std::string(InfoOf(check.invariant).title), kTitleWidth) +
        PlaceText(run, breach) + ": " + AmountText(check.invariant, breach, NumberText);
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

}  // namespace

std::string MistakesText(const Recipe& recipe, const std::vector<ShownMistake>& shown) {
    std::string text =
        PrintableUtf8(recipe.model->name) + ", prompt \"" + PrintableUtf8(recipe.prompt) +
        "\". A decoder apart from the engine makes one mistake at a time; after each pass "
        "its run is checked.\n";
    for (const ShownMistake& one : shown) text += "\n" + OneReport(one);
    return text;
}

std::string MistakesList() {
    constexpr size_t kNameWidth = 24;
    std::string text;
    for (const Mistake mistake : AllMistakes()) {
        const MistakeInfo& info = InfoOf(mistake);
        text += PadRight(std::string(info.name), kNameWidth) + std::string(info.wrong) + "\n";
    }
    return text;
}

}  // namespace decodescope
