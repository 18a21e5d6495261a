#include "app/panels/tabs_panel.h"

#include <algorithm>

#include "app/panels/candidates_panel.h"
#include "app/panels/check_panel.h"
#include "app/panels/recipe_panel.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

struct TabRow {
    const char* name;     // in commands; its hotspot is "tab." and this
    const char* title;
    void (*draw)(const Panel& panel, Area area);
    bool only_when_narrow;
};

constexpr TabRow kTabs[] = {
    {"candidates", "Candidates", DrawCandidatesPanel, false},
    {"check", "Check", DrawCheckPanel, false},
    {"recipe", "Recipe", DrawRecipePanel, true},
};

const TabRow& ChosenTab(const Panel& panel, bool with_recipe) {
    for (const TabRow& row : kTabs) {
        const bool is_there = with_recipe || !row.only_when_narrow;
        if (is_there && panel.state.ui.tab == row.name) return row;
    }
    return kTabs[0];
}

}  // namespace

void DrawTabsPanel(const Panel& panel, Area area, bool with_recipe) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const float height = panel.theme.Whole(m.tab_height);
    const Area bar{area.min, {area.max.x, std::min(area.max.y, area.min.y + height)}};
    const TabRow& chosen = ChosenTab(panel, with_recipe);

    BeginPanel("tabs", panel.theme, bar, c.panel);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    DrawHorizontal(list, panel.theme, bar.min.x, bar.max.x, bar.min.y, c.line);
    float x = bar.min.x + panel.Px(m.margin);
    for (const TabRow& row : kTabs) {
        if (row.only_when_narrow && !with_recipe) continue;
        const float width = TextWidth(panel.theme, FontRole::LabelStrong, row.title);
        const Area tab{{x, bar.min.y}, {x + width, bar.max.y}};
        const std::string hotspot = std::string("tab.") + row.name;
        if (TabButton(hotspot.c_str(), panel.theme, tab, row.title, &row == &chosen)) {
            panel.Wish(ChooseTab{row.name});
        }
        panel.Spot(hotspot, tab);
        x += width + panel.Px(m.margin);
    }
    DrawHorizontal(list, panel.theme, bar.min.x, bar.max.x, bar.max.y - panel.theme.Whole(m.hairline),
                   c.line);
    DrawVertical(list, panel.theme, bar.min.x, bar.min.y, bar.max.y, c.line);
    EndPanel();
    chosen.draw(panel, {{area.min.x, bar.max.y}, area.max});
}

}  // namespace decodescope
