#include "app/views/batch/batch_view.h"

#include <algorithm>
#include <cmath>

#include "app/apply/batch_commands.h"
#include "app/views/batch/batch_counters.h"
#include "app/views/batch/batch_grid.h"
#include "app/views/batch/batch_lanes.h"
#include "app/views/batch/batch_log.h"
#include "app/views/batch/batch_queue.h"
#include "app/views/batch/batch_requests.h"
#include "app/views/batch/batch_worker.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

constexpr float kTitle = 28, kSentence = 26, kHead = 78;  // from the top
constexpr float kHeadPresented = 14;                      // without either
constexpr float kRequestsLeast = 290, kRequestsMost = 400, kRequestsShare = 0.29f;
constexpr float kBetween = 32;                      // the requests and the rest
constexpr float kSections = 26, kSectionsLow = 14;  // between parts below each other
constexpr float kLow = 720;

void DrawTitle(const Panel& panel, float x, float top, float width) {
    const Pen pen = panel.pen();
    const float half = panel.Px(kTitle) / 2, y = top + panel.Px(kTitle);
    pen.In(FontRole::PassTitle)
        .WriteIn({{x, y - half}, {x + width, y + half}}, "Several responses together");
    const float below = y + panel.Px(kSentence);
    pen.In(FontRole::Sentence)
        .Muted()
        .WriteIn({{x, below - half}, {x + width, below + half}},
                 "Each step is one pass over the weights for all slots; a shared prefill needs "
                 "none, since its first token comes from kept logits. Each response has its own "
                 "cache.");
}

// From top to bottom: slots, queue, steps, counters. The slots take the height that the others
// leave.
float DrawRun(const Panel& panel, const BatchViewData& data, Area area) {
    const float gap = panel.Px(area.height() < panel.Px(kLow) ? kSectionsLow : kSections);
    // In a presentation the counters may be below the rest: what is decoded, and when, comes first.
    const float counters =
        panel.state.ui.presents ? 0 : BatchCountersHeight(panel, data, area.width());
    const float below = BatchQueueHeight(panel) + BatchGridHeight(panel, data) + counters +
                        2 * gap + panel.Px(panel.theme.metrics.margin);
    float y = DrawBatchLanes(panel, data, area, area.height() - below);
    y = DrawBatchQueue(panel, data, {{area.min.x, y}, area.max});
    y = DrawBatchGrid(panel, data, {{area.min.x, y + gap}, area.max});
    return DrawBatchCounters(panel, data, {{area.min.x, y + gap}, area.max});
}

void DrawProblem(const Panel& panel, Area area) {
    const Pen pen = panel.pen();
    const Palette& c = panel.theme.colors();
    const std::string& problem = panel.state.batch.problem;
    pen.In(FontRole::Sentence, c.waiting.text)
        .WriteParagraph({area.min.x, area.min.y + panel.Px(24)},
                        "This batch cannot be decoded: " + problem + ".", area.width());
    panel.Spot("batch.problem", area);
}

// "Step 3: 1 prefill, 2 decode, 1 idle".
std::string StepTitle(const BatchStep& step) {
    std::string title = "Step " + std::to_string(step.index);
    const char* separator = ": ";
    for (const SlotWork work :
         {SlotWork::Prefill, SlotWork::Share, SlotWork::Decode, SlotWork::Idle}) {
        const int count = step.SlotsAt(work);
        if (count == 0) continue;
        title += separator + std::to_string(count) + " " + std::string(NameOf(work));
        separator = ", ";
    }
    return title;
}

ViewSteps StepsOf(const AppState& state, const ViewWorker*) {
    const BatchRun* const run = state.batch.run.get();
    if (run == nullptr) return {.title = "not begun"};
    const int now = std::min(state.ui.batch.step, run->step_count() - 1);
    return {.now = now,
            .count = run->step_count(),
            .is_complete = run->is_done(),
            .title = now < 0 ? "not begun" : StepTitle(run->step(now))};
}

}  // namespace

constinit const ViewRow kBatchView{
    .view = View::Batch,
    .name = "batch",
    .title = "Batch",
    .tip = "Several responses together",
    .key = U'3',
    .draw = DrawBatchView,
    .steps = StepsOf,
    .set_step = [](int step, bool keeps_playing) -> Command {
        return GoToBatchStep{step, keeps_playing};
    },
    .log = BatchJson,
    .make_worker = MakeWorker<BatchWorker>,
};

void DrawBatchView(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    BeginPanel("batch", panel.theme, area, panel.theme.colors().canvas, true);
    const float margin = panel.Px(m.margin), top = ImGui::GetCursorScreenPos().y;
    const bool presents = panel.state.ui.presents;  // then there is nothing to set up
    if (!presents) DrawTitle(panel, area.min.x + margin, top, area.width() - 2 * margin);
    const float head = panel.Px(presents ? kHeadPresented : kHead);
    const float width = std::round(std::clamp(area.width() * kRequestsShare,
                                              panel.Px(kRequestsLeast), panel.Px(kRequestsMost)));
    Column requests{area.min.x + margin, area.min.x + margin + width, top + head};
    const float left = presents ? requests.left : requests.right + panel.Px(kBetween);
    const Area run{{left, requests.y}, {area.max.x - margin, requests.y + area.height() - head}};
    const std::optional<BatchViewData>& data = panel.WorkerAs<BatchWorker>().data();
    if (!presents) DrawBatchRequests(panel, data ? &*data : nullptr, requests);
    float bottom = requests.y;
    if (data) {
        bottom = std::max(bottom, DrawRun(panel, *data, run));
    } else if (!panel.state.batch.problem.empty()) {
        DrawProblem(panel, run);
    }
    EndColumn({area.min.x, area.max.x, bottom + margin});
    EndPanel();
}

}  // namespace decodescope
