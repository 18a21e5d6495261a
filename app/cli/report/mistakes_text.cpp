#include "app/cli/report/mistakes_text.h"

#include <algorithm>
#include <cmath>

#include "app/cli/report/columns.h"
#include "core/base/number.h"
#include "core/mistakes/violation_text.h"

namespace decodescope {
namespace {

// Three decimals, unless they would all be 0.
std::string NumberText(double number) {
    constexpr double kSmall = 0.0005;
    const bool is_small = number != 0 && std::abs(number) < kSmall;
    return is_small ? FormatShortest(number) : FormatFixed(number, 3);
}

std::string TokenList(const BrokenRun& run, bool is_correct) {
    std::string text;
    for (const BrokenPass& pass : run.sequence(0).passes) {
        const std::optional<Selection>& selection =
            is_correct ? pass.correct.selection : pass.selection;
        const std::string token =
            selection ? DisplayText(run.recipe.model->tokenizer, selection->id) : "(none)";
        text += (text.empty() ? "" : " ") + token;
    }
    return text;
}

std::string ViolationLine(const BrokenRun& run, const InvariantCheck& check) {
    constexpr size_t kTitleWidth = 24;
    const Violation& violation = check.violations.front();
    std::string line =
        "  broken: " + PadRight(std::string(InfoOf(check.invariant).title), kTitleWidth) +
        PlaceText(run, violation) + ": " + AmountText(check.invariant, violation, NumberText);
    if (!violation.detail.empty()) line += " (" + violation.detail + ")";
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
            text += ViolationLine(shown.run, check);
        else if (check.applies)
            ++holding;
    }
    const bool all_hold = std::ranges::all_of(shown.checks, &InvariantCheck::holds);
    text += all_hold ? "  every invariant holds: " : "  the others hold: ";
    const bool is_hidden = all_hold && shown.mistake != Mistake::None;
    text +=
        std::to_string(holding) + (is_hidden ? ", so it does not show in these passes\n" : "\n");
    const std::string selected = TokenList(shown.run, false), correct = TokenList(shown.run, true);
    text += "  selected: " + selected;
    if (selected != correct) text += "\n  should be, each after the same tokens: " + correct;
    return text + "\n";
}

}  // namespace

std::string MistakesText(const Recipe& recipe, const std::vector<ShownMistake>& shown) {
    std::string text = PrintableUtf8(recipe.model->name) + ", prompt \"" +
                       PrintableUtf8(recipe.prompt) +
                       "\". A decoder other than the engine makes one mistake at a time; after "
                       "each pass its run is "
                       "checked.\n";
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
