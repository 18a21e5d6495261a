#include <string>

#include "app/apply/mistakes_commands.h"
#include "app/apply/view_state_commands.h"
#include "app/views/mistakes/mistakes_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kRow = 34, kBar = 3, kIndent = 14, kMark = 20;

// Chosen, or answered with, and whether that was right.
enum class Mark { None, Chosen, Right, Wrong };

Mark MarkOf(const MistakesViewState& look, Mistake mistake) {
    if (!look.guess) return look.mistake == mistake ? Mark::Chosen : Mark::None;
    if (!look.guess->answer) return Mark::None;
    if (look.mistake == mistake) return Mark::Right;
    return look.guess->answer == mistake ? Mark::Wrong : Mark::None;
}

void Choose(const Panel& panel, Mistake mistake) {
    const MistakesViewState& look = panel.state.ui.mistakes;
    if (look.is_hidden()) return panel.Emit(AnswerMistake{mistake});
    MistakesViewState chosen = look;
    chosen.mistake = mistake;
    chosen.guess.reset();
    chosen.pass = chosen.row = 0;
    panel.Emit(SetViewState{chosen});
}

float DrawRow(const Panel& panel, MistakesColumn column, float y, Mistake mistake) {
    const Palette& c = panel.theme.colors();
    const MistakesViewState& look = panel.state.ui.mistakes;
    const MistakeInfo& info = InfoOf(mistake);
    const Area row = AreaAt(column.left, y, column.width(), panel.Px(kRow));
    const std::string name =
        (look.is_hidden() ? "mistakes.answer." : "mistakes.choose.") + std::string(info.name);
    const Touch touch = TouchArea(name.c_str(), row);
    if (touch.clicked) Choose(panel, mistake);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Mark mark = MarkOf(look, mistake);
    const float radius = panel.Px(panel.theme.metrics.cell_radius);
    if (mark != Mark::None || touch.hovered) list.AddRectFilled(row.min, row.max, c.block, radius);
    if (mark == Mark::Chosen) {
        list.AddRectFilled(row.min, {row.min.x + panel.Px(kBar), row.max.y}, c.ink, radius);
    }
    const FontRole font = mark == Mark::None ? FontRole::Label : FontRole::LabelStrong;
    const bool has_verdict = mark == Mark::Right || mark == Mark::Wrong;
    const float room = column.width() - panel.Px(kIndent) - panel.Px(has_verdict ? 2 * kMark : 4);
    DrawText(list, panel.theme, font, {row.min.x + panel.Px(kIndent), row.center().y}, c.ink,
             Shortened(panel.theme, font, info.title, room));
    if (has_verdict) {
        DrawVerdict(panel, {row.max.x - panel.Px(kMark), row.center().y}, mark == Mark::Right);
    }
    panel.Spot(name, row);
    if (!look.is_hidden()) Tip(panel.theme, row, info.wrong);
    return row.max.y;
}

// A button that begins a guess, or leaves guessing for the gallery.
float DrawGuessButtons(const Panel& panel, MistakesColumn column, float y) {
    const MistakesViewState& look = panel.state.ui.mistakes;
    const float height = panel.Px(panel.theme.metrics.field_height),
                gap = panel.Px(panel.theme.metrics.gap);
    Area guess = AreaAt(column.left, y, column.width(), height);
    if (look.guess) {
        const Area leave{{guess.center().x + gap / 2, y}, guess.max};
        guess.max.x = guess.center().x - gap / 2;
        if (TextButton("mistakes.leave", panel.theme, leave, std::nullopt, "Stop guessing")) {
            MistakesViewState shown = look;
            shown.guess.reset();
            panel.Emit(SetViewState{shown});
        }
        panel.Spot("mistakes.leave", leave);
    }
    const std::string_view words = look.guess ? "Next" : "Guess: hide its name";
    const bool matters = !look.is_hidden();
    if (TextButton("mistakes.guess", panel.theme, guess, std::nullopt, words, {.solid = matters})) {
        panel.Emit(GuessMistake{});
    }
    panel.Spot("mistakes.guess", guess);
    return guess.max.y + gap;
}

// While one is guessed: how it went so far, a hint, and whether the checks may be seen.
float DrawGuessHelp(const Panel& panel, MistakesColumn column, float y) {
    const MistakesViewState& look = panel.state.ui.mistakes;
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = panel.Px(panel.theme.metrics.line_height), row = panel.Px(kRow);
    y += line / 2 + panel.Px(panel.theme.metrics.gap);
    DrawText(list, panel.theme, FontRole::Label, {column.left, y}, c.muted,
             look.asked == 0 ? "Choose one of these ten."
                             : std::to_string(look.right) + " of " + std::to_string(look.asked) +
                                   " right so far");
    y += line;
    if (!look.is_hidden()) return y;
    MistakesViewState other = look;
    const Area only = AreaAt(column.left, y - line / 4, column.width(), row);
    if (Toggle("mistakes.numbers_only", panel.theme, only, "Numbers only, no checks",
               look.guess->numbers_only)) {
        other.guess->numbers_only = !look.guess->numbers_only;
        panel.Emit(SetViewState{other});
    }
    panel.Spot("mistakes.numbers_only", only);
    const Area hint = AreaAt(column.left, only.max.y, column.width(), row);
    if (Toggle("mistakes.hint", panel.theme, hint, "A hint", look.guess->shows_hint)) {
        other.guess->shows_hint = !look.guess->shows_hint;
        panel.Emit(SetViewState{other});
    }
    panel.Spot("mistakes.hint", hint);
    y = hint.max.y + line / 2;
    if (!look.guess->shows_hint) return y;
    return DrawParagraph(list, panel.theme, FontRole::Label, {column.left, y}, c.ink,
                         InfoOf(look.mistake).hint, column.width());
}

}  // namespace

float DrawMistakesGallery(const Panel& panel, MistakesColumn column, float y) {
    const MistakesViewState& look = panel.state.ui.mistakes;
    y = DrawGuessButtons(panel, column, y);
    if (look.is_hidden()) {
        y += panel.Px(panel.theme.metrics.gap) * 2;
        DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::LabelStrong, {column.left, y},
                 panel.theme.colors().ink, "Which one is it?");
        y += panel.Px(panel.theme.metrics.gap) * 2;
    } else {
        y = DrawRow(panel, column, y, Mistake::None);
    }
    for (const Mistake mistake : AllMistakes()) y = DrawRow(panel, column, y, mistake);
    return look.guess ? DrawGuessHelp(panel, column, y) : y;
}

}  // namespace decodescope
