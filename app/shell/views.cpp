#include "app/shell/views.h"

#include <algorithm>
#include <string>

#include "app/apply/view_commands.h"
#include "app/views/batch/batch_view.h"
#include "app/views/branches/branches_view.h"
#include "app/views/cost/cost_view.h"
#include "app/views/disaggregation/disaggregation_view.h"
#include "app/views/mistakes/mistakes_view.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

const ViewRow kPassView{
    .view = View::Pass,
    .name = "pass",
    .title = "Pass",
    .tip = "One pass, number by number",
    .key = U'1',
    .shows_sequence = true,
};

const ViewRow* const kViews[] = {
    &kPassView, &kBranchesView, &kBatchView, &kDisaggregatedView, &kCostView, &kMistakesView,
};

constexpr float kPadding = 10, kUnderline = 4;  // at scale 1
constexpr float kFileName = 130;                // the least width of the file's name

void DrawName(const Panel& panel, const ViewRow& row, Area area) {
    const Palette& c = panel.theme.colors();
    const std::string hotspot = std::string("view.") + row.name;
    const Touch touch = TouchArea(hotspot.c_str(), area);
    if (touch.clicked) panel.Emit(ChooseView{row.view});
    const Pen pen = panel.pen();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool is_shown = panel.state.ui.view == row.view;
    pen.Strong(is_shown).Muted(!(is_shown || touch.hovered)).WriteMiddle(area.center(), row.title);
    if (is_shown) {
        list.AddRectFilled({area.min.x, area.max.y - panel.Px(kUnderline)}, area.max, c.ink);
    }
    panel.Spot(hotspot, area);
    if (row.alias) panel.Spot(std::string("view.") + row.alias, area);
    Tip(panel.theme, area, row.tip);
}

}  // namespace

std::span<const ViewRow* const> Views() { return kViews; }

const ViewRow& RowOf(View view) { return **std::ranges::find(kViews, view, &ViewRow::view); }

const ViewRow* FindView(std::string_view name) {
    const auto has_name = [name](const ViewRow* row) {
        return row->name == name || (row->alias && row->alias == name);
    };
    const auto found = std::ranges::find_if(kViews, has_name);
    return found == std::end(kViews) ? nullptr : *found;
}

std::string ViewNames() {
    std::string names;
    for (const ViewRow* row : kViews) {
        if (row != kViews[0]) names += row == *(std::end(kViews) - 1) ? " or " : ", ";
        names += row->name;
    }
    return names;
}

float DrawViewSwitcher(const Panel& panel, Area bar, float left) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    float x = left + panel.Px(m.margin) / 2;
    pen.In(panel.theme.colors().line)
        .Vertical(x, bar.min.y + panel.Px(m.gap), bar.max.y - panel.Px(m.gap));
    x += panel.Px(m.margin) / 2;
    float all = 0;
    for (const ViewRow* row : kViews) {
        all += pen.Strong().Width(row->title) + 2 * panel.Px(kPadding);
    }
    const bool fits =
        x + all + panel.Px(kFileName) <= bar.max.x;  // else the View menu has the others
    for (const ViewRow* row : kViews) {
        if (!fits && row->view != panel.state.ui.view) continue;
        const float width = pen.Strong().Width(row->title) + 2 * panel.Px(kPadding);
        DrawName(panel, *row,
                 {{x, bar.min.y}, {x + width, bar.max.y - panel.theme.Whole(m.hairline)}});
        x += width;
    }
    return x;
}

}  // namespace decodescope
