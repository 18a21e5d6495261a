#include "app/views/mistakes/mistakes_head.h"

#include <string>

#include "app/apply/playhead_commands.h"
#include "app/panel/view_state_change.h"
#include "app/views/mistakes/mistakes_worker.h"
#include "app/widgets/controls.h"

namespace decodescope {
namespace {

constexpr float kTitle = 28, kTab = 92, kTabGap = 12, kTabHeight = 32;  // at scale 1

template <class Change>
void EmitChange(const Panel& panel, Change change) {
    ChangeViewState<MistakesViewState>(panel, change);
}

std::string TitleOf(const MistakesViewState& view) {
    const std::string title(InfoOf(view.mistake).title);
    if (!view.guess) return title;
    if (!view.guess->answer) return "Which mistake is this?";
    return (view.guess->answer == view.mistake ? "Right: " : "No, it is: ") + title;
}

std::string_view SentenceOf(const MistakesViewState& view) {
    if (!view.guess) return InfoOf(view.mistake).wrong;
    if (!view.guess->answer)
        return "Step through its passes. What differs, and what broke first, gives it away.";
    return InfoOf(view.mistake).reason;
}

// In what the run differs from the recipe, and why.
std::string NoteOf(const Panel& panel) {
    const MistakesResults& results = ResultsOf(panel);
    if (panel.state.ui.mistakes.is_hidden()) return "";  // it would give it away
    std::string note;
    if (!results.why_not.empty()) {
        note = "This recipe cannot show it: " + results.why_not + ". ";
        if (results.judged) {
            const Recipe& example = results.judged->run.recipe;
            note +=
                "Shown with " + example.model->name + " and \"" + example.prompt + "\" instead.";
        } else {
            note += "The drinks model can: open it and come back.";
        }
    }
    if (results.judged && !results.judged->run.changes.empty()) {
        note += (note.empty() ? "" : " ") + std::string("Run with: ") +
                results.judged->run.changes + ".";
    }
    return note;
}

// Two tabs side by side. Returns the index of the other one when it was clicked.
std::optional<int> DrawPair(const Panel& panel, float right, float y,
                            const char* const (&hotspots)[2], const char* const (&names)[2],
                            int chosen) {
    std::optional<int> clicked;
    for (int i = 0; i < 2; ++i) {
        const float from_right = static_cast<float>(2 - i) * panel.Px(kTab) +
                                 static_cast<float>(1 - i) * panel.Px(kTabGap);
        const Area tab = AreaAt(right - from_right, y - panel.Px(kTabHeight) / 2, panel.Px(kTab),
                                panel.Px(kTabHeight));
        if (TabButton(hotspots[i], panel.theme, tab, names[i], i == chosen) && i != chosen)
            clicked = i;
        panel.Spot(hotspots[i], tab);
    }
    return clicked;
}

// Which request of the batch, or after which edit. Returns the x where it begins; `right` where
// there is no choice.
float DrawChoice(const Panel& panel, const MistakesViewData& data, float right, float y) {
    const MistakesViewState& view = panel.state.ui.mistakes;
    const float left =
        right - 2 * panel.Px(kTab) - panel.Px(kTabGap) - panel.Px(panel.theme.metrics.gap);
    if (data.rows > 1) {
        if (const auto row = DrawPair(panel, right, y, {"mistakes.row.0", "mistakes.row.1"},
                                      {"Request 0", "Request 1"}, data.row)) {
            EmitChange(panel, [row](MistakesViewState& changed) { changed.row = *row; });
        }
        return left;
    }
    if (view.mistake == Mistake::StaleCache && !view.is_hidden()) {
        if (const auto kind =
                DrawPair(panel, right, y, {"mistakes.edit.prompt", "mistakes.edit.embedding"},
                         {"Prompt", "Embedding"}, view.edits_embedding ? 1 : 0)) {
            EmitChange(panel, [kind](MistakesViewState& changed) {
                changed.edits_embedding = *kind == 1;
            });
        }
        return left;
    }
    return right;
}

// Back, forward, and which pass this is. The buttons are the transport's, close to what they move.
void DrawSteps(const Panel& panel, const MistakesViewData& data, Column& column) {
    const Metrics& m = panel.theme.metrics;
    const float button = panel.Px(m.field_height), gap = panel.Px(m.gap);
    const Area previous = AreaAt(column.left, column.y, button, button);
    const Area next = AreaAt(previous.max.x + gap / 2, column.y, button, button);
    if (IconButton("mistakes.previous", panel.theme, previous, Icon::PreviousStage,
                   {.enabled = data.pass > 0})) {
        panel.Emit(GoToPreviousStage{});
    }
    if (IconButton("mistakes.next", panel.theme, next, Icon::NextStage,
                   {.enabled = data.pass + 1 < data.passes})) {
        panel.Emit(GoToNextStage{});
    }
    panel.Spot("mistakes.previous", previous);
    panel.Spot("mistakes.next", next);
    const Pen pen = panel.pen();
    const float y = next.center().y;
    const float x = pen.In(FontRole::PanelTitle)
                        .Write({next.max.x + 2 * gap, y}, "Pass " + std::to_string(data.pass));
    const float right = DrawChoice(panel, data, column.right, y);
    pen.Muted().WriteIn({{x + gap, next.min.y}, {right, next.max.y}},
                        "of 0 to " + std::to_string(data.passes - 1) + ", " + data.subtitle);
    column.y = next.max.y;
}

}  // namespace

void DrawMistakesHead(const Panel& panel, Column& column) {
    const MistakesViewState& view = panel.state.ui.mistakes;
    const Pen pen = panel.pen();
    column.y += panel.Px(10);
    WriteParagraph(pen.In(FontRole::ContainerTitle), column, TitleOf(view));
    column.y += panel.Px(4);
    WriteParagraph(pen.In(FontRole::Sentence), column, SentenceOf(view));
    if (const std::string note = NoteOf(panel); !note.empty()) {
        column.y += panel.Px(2);
        WriteParagraph(pen.Muted(), column, note);
    }
    if (const std::optional<MistakesViewData>& data = ResultsOf(panel).data) {
        DrawSteps(panel, *data, column);
    } else {
        column.y += panel.Px(kTitle) / 2;
    }
}

}  // namespace decodescope
