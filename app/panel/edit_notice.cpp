#include "app/panel/edit_notice.h"

#include <algorithm>

#include "app/apply/edit_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

constexpr float kHeight = 34, kClose = 34;  // at scale 1
constexpr float kSignWidth = 10, kSignHeight = 7, kSignGap = 2;
constexpr float kDimmed = 0.55f;  // how much of the canvas covers an old picture

void DrawFrame(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    pen.In(c.panel).Fill(area, m.field_radius);
    const Area inside = area.Grown(-panel.Px(m.hairline) / 2);
    list.AddRect(inside.min, inside.max, c.ink, panel.Px(m.field_radius), 0,
                 panel.theme.Whole(m.hairline));
}

// The sign of a flipped selection: a small triangle that points down at it.
void DrawSign(const Panel& panel, ImVec2 tip) {
    const float half = panel.Px(kSignWidth) / 2, height = panel.Px(kSignHeight);
    ImGui::GetWindowDrawList()->AddTriangleFilled({tip.x - half, tip.y - height},
                                                  {tip.x + half, tip.y - height}, tip,
                                                  panel.theme.colors().ink);
}

void DrawSignAbove(const Panel& panel, const char* hotspot, Area area) {
    const ImVec2 tip{area.center().x, area.min.y - panel.Px(kSignGap)};
    DrawSign(panel, tip);
    panel.Spot(hotspot, AreaAt(tip.x - panel.Px(kSignWidth) / 2, tip.y - panel.Px(kSignHeight),
                               panel.Px(kSignWidth), panel.Px(kSignHeight)));
}

}  // namespace

void DrawFlipNotice(const Panel& panel, Area area) {
    if (!panel.state.ui.message.empty() || !panel.state.ui.refused.empty() || area.empty()) return;
    const std::optional<Flip>& flip = panel.derived.flip;
    if (!flip) return;
    const Metrics& m = panel.theme.metrics;
    const float pad = panel.Px(m.field_padding), close = panel.Px(kClose);
    const float left = pad + panel.Px(kSignWidth) + panel.Px(m.gap);
    const std::string text =
        Shortened(panel.theme, FontRole::LabelStrong, Describe(*flip), area.width() - left - close);
    const float width = TextWidth(panel.theme, FontRole::LabelStrong, text) + left + close;
    const Area bar = AreaAt(area.min.x, std::round(area.max.y - panel.Px(kHeight)),
                            std::round(width), panel.Px(kHeight));
    BeginPage("flipped", panel.theme, bar, Faded(panel.theme.colors().panel, 0));
    DrawFrame(panel, bar);
    DrawSign(panel, {bar.min.x + pad + panel.Px(kSignWidth) / 2,
                     bar.center().y + panel.Px(kSignHeight) / 2});
    const Pen pen = panel.pen();
    pen.Strong().Write({bar.min.x + left, bar.center().y}, text);
    const Area words{bar.min, {bar.max.x - close, bar.max.y}};
    if (TouchArea("edit.flipped", words).clicked) {
        panel.Emit(GoTo{{flip->pass, panel.recording().StepOf(Stage::Select)}});
    }
    Tip(panel.theme, words, "Click to go to that selection");
    panel.Spot("edit.flipped", words);
    const Area button{{bar.max.x - close, bar.min.y}, bar.max};
    if (TouchArea("edit.flipped.close", button).clicked) panel.Emit(ForgetFlip{});
    pen.In(panel.theme.colors().muted).Draw(Icon::Close, button.center(), 14);
    panel.Spot("edit.flipped.close", button);
    EndPanel();
}

void DrawFlipMarkOfPasses(const Panel& panel, int first, int end, Area area) {
    const std::optional<Flip>& flip = panel.derived.flip;
    if (flip && first <= flip->pass && flip->pass < end)
        DrawSignAbove(panel, "edit.flipped.pass", area);
}

void DrawFlipMarkOfPosition(const Panel& panel, int position, Area area) {
    const std::optional<Flip>& flip = panel.derived.flip;
    const int selected_by = position - panel.recording().prompt_length();
    if (flip && flip->pass == selected_by) DrawSignAbove(panel, "edit.flipped.token", area);
}

void DrawRecomputing(const Panel& panel, Area area) {
    if (!panel.state.pending) return;
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    pen.In(Faded(c.canvas, kDimmed)).Fill(area);
    const std::string_view words = "recomputing…";
    const float pad = panel.Px(panel.theme.metrics.field_padding);
    const float width = pen.Strong().Width(words) + 2 * pad;
    const float height = panel.Px(kHeight);
    const Area mark = AreaAt(std::round(area.center().x - width / 2),
                             std::round(area.min.y + height), width, height);
    DrawFrame(panel, mark);
    pen.Strong().WriteMiddle(mark.center(), words);
    panel.Spot("pass.recomputing", mark);
}

}  // namespace decodescope
