#include "app/views/cost/cost_view.h"

#include <limits>

#include "app/apply/playhead_commands.h"
#include "app/panel/view_state_change.h"
#include "app/views/cost/cost_counted.h"
#include "app/views/cost/cost_log.h"
#include "app/views/cost/cost_modelled.h"
#include "app/views/cost/cost_shazeer.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

constexpr float kSideBySide = 1120, kTitle = 30, kGap = 20, kLow = 720;  // at scale 1

struct PageRow {
    CostPage page;
    const char* title;
    const char* hotspot;
    void (*draw)(const Panel& panel, Area area);
};

constexpr PageRow kPages[] = {
    {CostPage::Counted, "Counted", "cost.page.counted", DrawCostCounted},
    {CostPage::Modelled, "Modelled", "cost.page.modelled", DrawCostModelled},
    {CostPage::Shazeer, "Shazeer 2019", "cost.page.shazeer", DrawCostShazeer},
};

// Whether a page is on screen.
bool IsShown(const CostViewState& view, CostPage page, bool side_by_side) {
    if (side_by_side && view.page != CostPage::Shazeer) return page != CostPage::Shazeer;
    return view.page == page;
}

void DrawPageTabs(const Panel& panel, Area row, bool side_by_side) {
    const Pen pen = panel.pen();
    const CostViewState& view = panel.state.ui.cost;
    float x = row.min.x;
    for (const PageRow& page : kPages) {
        if (side_by_side && page.page == CostPage::Modelled) continue;
        const bool is_both = side_by_side && page.page == CostPage::Counted;
        const std::string_view title = is_both ? "Counted and modelled" : page.title;
        const float width = pen.Strong().Width(title);
        const Area tab{{x, row.min.y}, {x + width, row.max.y}};
        if (TabButton(page.hotspot, panel.theme, tab, title,
                      IsShown(view, page.page, side_by_side))) {
            ChangeViewState<CostViewState>(
                panel, [&page](CostViewState& changed) { changed.page = page.page; });
        }
        panel.Spot(page.hotspot, tab);
        x += width + panel.Px(panel.theme.metrics.group_gap);
    }
}

// Two cards side by side, or the one that is chosen.
void DrawPages(const Panel& panel, Area body, bool side_by_side) {
    const CostViewState& view = panel.state.ui.cost;
    const float gap = panel.Px(kGap);
    const bool is_pair = side_by_side && view.page != CostPage::Shazeer;
    const float width = is_pair ? (body.width() - gap) / 2 : body.width();
    float x = body.min.x;
    for (const PageRow& page : kPages) {
        if (!IsShown(view, page.page, side_by_side)) continue;
        page.draw(panel, AreaAt(x, body.min.y, width, body.height()));
        x += width + gap;
    }
}

// The view's title, and what it is about where there is room beside it; in a low window the tabs
// have that room. Returns where its line ends.
float DrawHead(const Panel& panel, Area inside, bool has_tabs) {
    const Pen pen = panel.pen();
    const float y = inside.min.y + panel.Px(kTitle), half = panel.Px(kTitle) / 2;
    const float x = pen.In(FontRole::PassTitle).Write({inside.min.x, y}, "What decoding costs") +
                    panel.Px(kGap);
    if (x < inside.max.x && !has_tabs)
        pen.Muted().WriteIn({{x, y - half}, {inside.max.x, y + half}},
                            "what the cache saves and what it does not, counted in this run; how "
                            "long a step would take, modelled");
    return x;
}

// Its steps are the passes: each adds its own costs to what has been counted so far.
ViewSteps StepsOf(const AppState& state, const ViewWorker*) {
    if (state.ui.cost.page == CostPage::Shazeer)
        return {.title = "No steps: nothing on this page depends on how far the run has come."};
    const Recording& recording = *state.recording;
    const Playhead now = state.ui.playhead;
    const int pass = now.step < 0 ? now.pass - 1 : now.pass;
    return {.now = pass,
            .count = recording.pass_count(),
            .is_complete = recording.finish_reason() != FinishReason::None,
            .title = pass < 0 ? "Counted so far: nothing"
                     : pass == 0
                         ? "Counted so far: the prefill"
                         : "Counted so far: up to and including pass " + std::to_string(pass)};
}

// To the end of a pass; the run's number of steps is the command's to know.
Command GoToPassEnd(int pass, bool keeps_playing) {
    constexpr int kLastStep = std::numeric_limits<int>::max();
    return GoTo{pass < 0 ? kStart : Playhead{pass, kLastStep}, keeps_playing};
}

}  // namespace

constinit const ViewRow kCostView{
    .view = View::Cost,
    .name = "cost",
    .title = "Cost",
    .tip = "What a pass costs, counted; how long it would take, modelled",
    .key = U'5',
    .draw = DrawCostView,
    .steps = StepsOf,
    .set_step = GoToPassEnd,
    .log = CostJson,
};

void DrawCostView(const Panel& panel, Area area) {
    const Palette& c = panel.theme.colors();
    const Metrics& m = panel.theme.metrics;
    const bool side_by_side = area.width() >= panel.Px(kSideBySide);
    const float margin = panel.Px(m.margin);
    const Area inside{{area.min.x + margin, area.min.y},
                      {area.max.x - margin, area.max.y - panel.Px(kGap)}};
    BeginPanel("cost", panel.theme, area, c.canvas);
    const bool is_low = area.height() < panel.Px(kLow);
    const float beside = DrawHead(panel, inside, is_low) + panel.Px(kGap);
    const float title_end = area.min.y + panel.Px(kTitle * 1.5f), tab = panel.Px(m.tab_height);
    const Area tabs = is_low ? Area{{beside, title_end - tab}, {inside.max.x, title_end}}
                             : Area{{inside.min.x, title_end}, {inside.max.x, title_end + tab}};
    DrawPageTabs(panel, tabs, side_by_side);
    panel.Spot("cost", area);
    const Area body{{inside.min.x, tabs.max.y + panel.Px(m.gap)}, inside.max};
    if (!body.empty()) DrawPages(panel, body, side_by_side);
    EndPanel();
}

}  // namespace decodescope
