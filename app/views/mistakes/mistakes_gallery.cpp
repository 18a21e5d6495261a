#include "app/views/mistakes/mistakes_gallery.h"

#include <string>

#include "app/apply/mistakes_commands.h"
#include "app/panel/verdict.h"
#include "app/panel/view_state_change.h"
#include "app/widgets/controls.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kRow = 34, kBar = 3, kIndent = 14, kMark = 20;

template <class Change>
void EmitChange(const Panel& panel, Change change) {
    ChangeViewState<MistakesViewState>(panel, change);
}

// Chosen, or given as the answer, and whether that was right.
enum class Mark { None, Chosen, Right, Wrong };

Mark MarkOf(const MistakesViewState& view, Mistake mistake) {
    if (!view.guess) return view.mistake == mistake ? Mark::Chosen : Mark::None;
    if (!view.guess->answer) return Mark::None;
    if (view.mistake == mistake) return Mark::Right;
    return view.guess->answer == mistake ? Mark::Wrong : Mark::None;
}

void Choose(const Panel& panel, Mistake mistake) {
    if (panel.state.ui.mistakes.is_hidden()) return panel.Emit(AnswerMistake{mistake});
    EmitChange(panel, [mistake](MistakesViewState& view) {
        view.mistake = mistake;
        view.guess.reset();
        view.pass = view.row = 0;
    });
}

void DrawRow(const Panel& panel, Column& column, Mistake mistake) {
    const Palette& c = panel.theme.colors();
    const MistakesViewState& view = panel.state.ui.mistakes;
    const MistakeInfo& info = InfoOf(mistake);
    const Area row = column.Block(panel.Px(kRow));
    const std::string name =
        (view.is_hidden() ? "mistakes.answer." : "mistakes.choose.") + std::string(info.name);
    const Touch touch = TouchArea(name.c_str(), row);
    if (touch.clicked) Choose(panel, mistake);
    const Pen pen = panel.pen();
    const Mark mark = MarkOf(view, mistake);
    const float radius = panel.theme.metrics.cell_radius;
    if (mark != Mark::None || touch.hovered) pen.In(c.block).Fill(row, radius);
    if (mark == Mark::Chosen) {
        const Area bar{row.min, {row.min.x + panel.Px(kBar), row.max.y}};
        pen.Fill(bar, radius);
    }
    const bool has_verdict = mark == Mark::Right || mark == Mark::Wrong;
    const float right = row.max.x - panel.Px(has_verdict ? 2 * kMark : 4);
    pen.Strong(mark != Mark::None)
        .WriteIn({{row.min.x + panel.Px(kIndent), row.min.y}, {right, row.max.y}}, info.title);
    if (has_verdict) {
        DrawVerdict(pen, {row.max.x - panel.Px(kMark), row.center().y}, mark == Mark::Right);
    }
    panel.Spot(name, row);
    if (!view.is_hidden()) Tip(panel.theme, row, info.wrong);
    column.y = row.max.y;
}

// A button that begins a guess, and one that ends guessing.
void DrawGuessButtons(const Panel& panel, Column& column) {
    const MistakesViewState& view = panel.state.ui.mistakes;
    const float gap = panel.Px(panel.theme.metrics.gap);
    Area guess = column.Block(panel.Px(panel.theme.metrics.field_height));
    if (view.guess) {
        const Area leave{{guess.center().x + gap / 2, guess.min.y}, guess.max};
        guess.max.x = guess.center().x - gap / 2;
        if (TextButton("mistakes.leave", panel.theme, leave, std::nullopt, "Stop guessing")) {
            EmitChange(panel, [](MistakesViewState& changed) { changed.guess.reset(); });
        }
        panel.Spot("mistakes.leave", leave);
    }
    const std::string_view words = view.guess ? "Next" : "Guess: hide the name";
    if (TextButton("mistakes.guess", panel.theme, guess, std::nullopt, words,
                   {.solid = !view.is_hidden()})) {
        panel.Emit(GuessMistake{});
    }
    panel.Spot("mistakes.guess", guess);
    column.y = guess.max.y + gap;
}

struct GuessSwitch {
    const char* hotspot;
    const char* label;
    bool MistakeGuess::*is_on;
};

constexpr GuessSwitch kGuessSwitches[] = {
    {"mistakes.numbers_only", "Numbers only, no checks", &MistakeGuess::numbers_only},
    {"mistakes.hint", "A hint", &MistakeGuess::shows_hint},
};

// While guessing: the score so far, a hint, and whether the checks are shown.
void DrawGuessHelp(const Panel& panel, Column& column) {
    const MistakesViewState& view = panel.state.ui.mistakes;
    const float line = panel.Px(panel.theme.metrics.line_height);
    column.y += line / 2 + panel.Px(panel.theme.metrics.gap);
    panel.pen().Muted().WriteIn(column.Line(line),
                                view.asked == 0 ? "Choose one of these ten."
                                                : std::to_string(view.right) + " of " +
                                                      std::to_string(view.asked) + " right so far");
    column.y += line;
    if (!view.is_hidden()) return;
    column.y += panel.Px(kRow) / 2 - line / 4;
    Form form = panel.FormIn(column, {.switch_row = kRow, .field_height = kRow});
    for (const GuessSwitch& row : kGuessSwitches) {
        if (form.Switch(row.hotspot, row.label, *view.guess.*row.is_on)) {
            EmitChange(panel, [&row](MistakesViewState& changed) {
                changed.guess.value().*row.is_on = !(*changed.guess.*row.is_on);
            });
        }
    }
    column.y += line / 2 - panel.Px(kRow) / 2;
    if (view.guess->shows_hint) WriteParagraph(panel.pen(), column, InfoOf(view.mistake).hint);
}

}  // namespace

void DrawMistakesGallery(const Panel& panel, Column& column) {
    const MistakesViewState& view = panel.state.ui.mistakes;
    DrawGuessButtons(panel, column);
    if (view.is_hidden()) {
        column.y += panel.Px(panel.theme.metrics.gap) * 2;
        panel.pen().Strong().Write({column.left, column.y}, "Which one is it?");
        column.y += panel.Px(panel.theme.metrics.gap) * 2;
    } else {
        DrawRow(panel, column, Mistake::None);
    }
    for (const Mistake mistake : AllMistakes()) DrawRow(panel, column, mistake);
    if (view.guess) DrawGuessHelp(panel, column);
}

}  // namespace decodescope
