#include "app/shell/tabs_panel.h"

#include <algorithm>

#include "app/apply/view_commands.h"
#include "app/views/plane/plane_panel.h"
#include "app/views/tabs/candidates_panel.h"
#include "app/views/tabs/check_panel.h"
#include "app/views/tabs/loop_panel.h"
#include "app/views/tabs/transcript_panel.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

struct TabRow {
    const char* name;  // in commands; its hotspot is "tab." and this
    const char* title;
    const char* short_title;  // where there is little room
    void (*draw)(const Panel& panel, Area area);
};

constexpr TabRow kTabs[] = {
    {"plane", "Plane", "Plane", DrawPlanePanel},
    {"candidates", "Candidates", "Candidates", DrawCandidatesPanel},
    {"check", "Check", "Check", DrawCheckPanel},
    {"loop", "Loop", "Loop", DrawLoopPanel},
    {"transcript", "Transcript", "Words", DrawTranscriptPanel},
};

const TabRow& ChosenTab(const Panel& panel) {
    for (const TabRow& row : kTabs) {
        if (panel.state.ui.tab == row.name) return row;
    }
    return kTabs[0];
}

// The titles of the tabs, short or long, and the gaps between them.
struct TabPlan {
    bool is_short = false;
    float gap = 0;
    float left = 0;  // of the first, from the panel's edge

    const char* TitleOf(const TabRow& row) const { return is_short ? row.short_title : row.title; }
};

TabPlan PlanTabs(const Panel& panel, float width) {
    const Pen pen = panel.pen();
    const float margin = panel.Px(panel.theme.metrics.margin);
    TabPlan plan{.left = margin};
    for (const bool is_short : {false, true}) {
        plan.is_short = is_short;
        float names = 0, count = 0;
        for (const TabRow& row : kTabs) {
            names += pen.Strong().Width(plan.TitleOf(row));
            ++count;
        }
        plan.gap = std::min(margin, (width - 1.5f * margin - names) / std::max(1.0f, count - 1));
        if (plan.gap >= 0.75f * margin) break;
        if (!is_short || plan.gap >= panel.Px(panel.theme.metrics.gap)) continue;
        plan.left = margin / 2;
        plan.gap = (width - margin - names) / std::max(1.0f, count - 1);
    }
    plan.gap = std::max(plan.gap, panel.Px(panel.theme.metrics.number_gap));
    return plan;
}

}  // namespace

void DrawTabsPanel(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const float height = panel.theme.Whole(m.tab_height);
    const Area bar{area.min, {area.max.x, std::min(area.max.y, area.min.y + height)}};
    const TabRow& chosen = ChosenTab(panel);

    BeginPanel("tabs", panel.theme, bar, c.panel);
    const Pen pen = panel.pen();
    pen.In(c.line).Horizontal(bar.min.x, bar.max.x, bar.min.y);
    const TabPlan plan = PlanTabs(panel, bar.width());
    float x = bar.min.x + plan.left;
    for (const TabRow& row : kTabs) {
        const float width = pen.Strong().Width(plan.TitleOf(row));
        const Area tab{{x, bar.min.y}, {x + width, bar.max.y}};
        const std::string hotspot = std::string("tab.") + row.name;
        if (TabButton(hotspot.c_str(), panel.theme, tab, plan.TitleOf(row), &row == &chosen)) {
            panel.Emit(ChooseTab{row.name});
        }
        panel.Spot(hotspot, tab);
        x += width + plan.gap;
    }
    pen.In(c.line).Horizontal(bar.min.x, bar.max.x, bar.max.y - panel.theme.Whole(m.hairline));
    pen.In(c.line).Vertical(bar.min.x, bar.min.y, bar.max.y);
    EndPanel();
    chosen.draw(panel, {{area.min.x, bar.max.y}, area.max});
}

}  // namespace decodescope
