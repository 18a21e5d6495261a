#include <string>

#include "app/apply/view_state_commands.h"
#include "app/views/mistakes/mistakes_parts.h"
#include "app/views/mistakes/mistakes_worker.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

constexpr float kTitle = 28, kTab = 92, kTabGap = 12, kTabHeight = 32;  // at scale 1

std::string TitleOf(const MistakesViewState& look) {
    const std::string title(InfoOf(look.mistake).title);
    if (!look.guess) return title;
    if (!look.guess->answer) return "Which mistake is this?";
    return (look.guess->answer == look.mistake ? "Right: " : "No, it is: ") + title;
}

std::string_view SentenceOf(const MistakesViewState& look) {
    if (!look.guess) return InfoOf(look.mistake).wrong;
    if (!look.guess->answer)
        return "Step through its passes. What differs, and what broke first, gives it away.";
    return InfoOf(look.mistake).reason;
}

// What of the recipe is not as a person asked, and why.
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
            note += "The drinks model can; open it and come back.";
        }
    }
    if (results.judged && !results.judged->run.changes.empty()) {
        note += (note.empty() ? "" : " ") + std::string("Run with: ") +
                results.judged->run.changes + ".";
    }
    return note;
}

// Two names side by side, one of them chosen. Returns the other's index when it was clicked.
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

// Which row of the batch, or after which edit. Returns where it begins; `right` where there is no
// choice.
float DrawChoice(const Panel& panel, const MistakesViewData& page, float right, float y) {
    MistakesViewState look = panel.state.ui.mistakes;
    const float left =
        right - 2 * panel.Px(kTab) - panel.Px(kTabGap) - panel.Px(panel.theme.metrics.gap);
    if (page.rows > 1) {
        if (const auto row = DrawPair(panel, right, y, {"mistakes.row.0", "mistakes.row.1"},
                                      {"Row 0", "Row 1"}, page.row)) {
            look.row = *row;
            panel.Emit(SetViewState{look});
        }
        return left;
    }
    if (look.mistake == Mistake::StaleCache && !look.is_hidden()) {
        if (const auto kind =
                DrawPair(panel, right, y, {"mistakes.edit.prompt", "mistakes.edit.embedding"},
                         {"Prompt", "Embedding"}, look.edits_embedding ? 1 : 0)) {
            look.edits_embedding = *kind == 1;
            panel.Emit(SetViewState{look});
        }
        return left;
    }
    return right;
}

float DrawSteps(const Panel& panel, const MistakesViewData& page, MistakesColumn column, float y) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const float button = panel.Px(m.field_height), gap = panel.Px(m.gap);
    MistakesViewState look = panel.state.ui.mistakes;
    const auto go = [&](int pass) {
        look.pass = pass;
        panel.Emit(SetViewState{look});
    };
    const Area previous = AreaAt(column.left, y, button, button);
    const Area next = AreaAt(previous.max.x + gap / 2, y, button, button);
    if (IconButton("mistakes.previous", panel.theme, previous, Icon::PreviousStage,
                   {.enabled = page.pass > 0})) {
        go(page.pass - 1);
    }
    if (IconButton("mistakes.next", panel.theme, next, Icon::NextStage,
                   {.enabled = page.pass + 1 < page.passes})) {
        go(page.pass + 1);
    }
    panel.Spot("mistakes.previous", previous);
    panel.Spot("mistakes.next", next);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float x =
        DrawText(list, panel.theme, FontRole::PanelTitle, {next.max.x + 2 * gap, next.center().y},
                 c.ink, "Pass " + std::to_string(page.pass));
    const float right = DrawChoice(panel, page, column.right, next.center().y);
    DrawText(list, panel.theme, FontRole::Label, {x + gap, next.center().y}, c.muted,
             Shortened(panel.theme, FontRole::Label,
                       "of 0 to " + std::to_string(page.passes - 1) + ", " + page.subtitle,
                       right - x - gap));
    return next.max.y;
}

}  // namespace

float DrawMistakesHead(const Panel& panel, MistakesColumn column, float y) {
    const MistakesViewState& look = panel.state.ui.mistakes;
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    y += panel.Px(10);
    y = DrawParagraph(list, panel.theme, FontRole::ContainerTitle, {column.left, y}, c.ink,
                      TitleOf(look), column.width());
    y = DrawParagraph(list, panel.theme, FontRole::Sentence, {column.left, y + panel.Px(4)}, c.ink,
                      SentenceOf(look), column.width());
    const std::string note = NoteOf(panel);
    if (!note.empty()) {
        y = DrawParagraph(list, panel.theme, FontRole::Label, {column.left, y + panel.Px(2)},
                          c.muted, note, column.width());
    }
    const std::optional<MistakesViewData>& page = ResultsOf(panel).data;
    return page ? DrawSteps(panel, *page, column, y) : y + panel.Px(kTitle) / 2;
}

}  // namespace decodescope
