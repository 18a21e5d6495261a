#include "app/shell/views.h"

#include <algorithm>
#include <string>

#include "app/views/batch/batch_view.h"
#include "app/views/branches/branches_view.h"
#include "app/views/cost/cost_view.h"
#include "app/views/disaggregation/disaggregation_view.h"
#include "app/views/mistakes/mistakes_view.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

constexpr ViewRow kViews[] = {
    {View::Pass, "Pass", "One pass, number by number", nullptr, true},
    {View::Branches, "Branches", "Where other choices lead", DrawBranchesView, true},
    {View::Batch, "Batch", "Several responses together", DrawBatchView, false},
    {View::Disaggregated, "Hand-over",
     "Two workers: one runs the prefill, another one decodes from its cache",
     DrawDisaggregationView, false},
    {View::Cost, "Cost", "What a pass costs, counted; and how long it would take, modelled",
     DrawCostView, false},
    {View::Mistakes, "Mistakes", "A decoder with a classic mistake in it, and what gives it away",
     DrawMistakesView, false},
};

constexpr float kPadding = 10, kUnderline = 3;  // at scale 1
constexpr float kFileName = 130;                // what the file's name needs at least

void DrawName(const Panel& panel, const ViewRow& row, Area area) {
    const Palette& c = panel.theme.colors();
    const std::string hotspot = "view." + std::string(NameOf(row.view));
    const Touch touch = TouchArea(hotspot.c_str(), area);
    if (touch.clicked) panel.Emit(ChooseView{row.view});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool is_shown = panel.state.ui.view == row.view;
    DrawText(list, panel.theme, is_shown ? FontRole::LabelStrong : FontRole::Label, area.center(),
             is_shown || touch.hovered ? c.ink : c.muted, row.title, Anchor::Middle);
    if (is_shown) {
        list.AddRectFilled({area.min.x, area.max.y - panel.Px(kUnderline)}, area.max, c.now_fill);
    }
    panel.Spot(hotspot, area);
    Tip(panel.theme, area, row.tip);
}

}  // namespace

std::span<const ViewRow> Views() { return kViews; }

const ViewRow& RowOf(View view) { return *std::ranges::find(kViews, view, &ViewRow::view); }

float DrawViewSwitcher(const Panel& panel, Area bar, float left) {
    const Metrics& m = panel.theme.metrics;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float x = left + panel.Px(m.margin) / 2;
    DrawVertical(list, panel.theme, x, bar.min.y + panel.Px(m.gap), bar.max.y - panel.Px(m.gap),
                 panel.theme.colors().line);
    x += panel.Px(m.margin) / 2;
    float all = 0;
    for (const ViewRow& row : kViews) {
        all += TextWidth(panel.theme, FontRole::LabelStrong, row.title) + 2 * panel.Px(kPadding);
    }
    const bool fits =
        x + all + panel.Px(kFileName) <= bar.max.x;  // else the View menu has the others
    for (const ViewRow& row : kViews) {
        if (!fits && row.view != panel.state.ui.view) continue;
        const float width =
            TextWidth(panel.theme, FontRole::LabelStrong, row.title) + 2 * panel.Px(kPadding);
        DrawName(panel, row,
                 {{x, bar.min.y}, {x + width, bar.max.y - panel.theme.Whole(m.hairline)}});
        x += width;
    }
    return x;
}

}  // namespace decodescope
