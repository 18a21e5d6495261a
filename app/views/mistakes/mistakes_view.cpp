#include "app/views/mistakes/mistakes_view.h"

#include <algorithm>

#include "app/apply/mistakes_commands.h"
#include "app/views/mistakes/mistakes_checks.h"
#include "app/views/mistakes/mistakes_comparison.h"
#include "app/views/mistakes/mistakes_gallery.h"
#include "app/views/mistakes/mistakes_head.h"
#include "app/views/mistakes/mistakes_log.h"
#include "app/views/mistakes/mistakes_worker.h"
#include "app/widgets/controls.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kGallery = 268, kGalleryNarrow = 256, kChecks = 392, kColumnGap = 32;
constexpr float kWideFrom = 1160;  // narrower, the checks are below the comparison

void DrawTitle(const Panel& panel, Column& column) {
    panel.pen().In(FontRole::PassTitle).Write({column.left, column.y}, "Mistakes");
    column.y += panel.Px(30);
    WriteParagraph(
        panel.pen().In(FontRole::Sentence).Muted(), column,
        "A decoder made for this, apart from the engine, makes one classic mistake. After "
        "each pass, the invariants of a correct run are checked.");
    column.y += panel.Px(14);
}

// Why there is nothing to draw yet.
void DrawNothing(const Panel& panel, Column& column) {
    const MistakesResults& results = ResultsOf(panel);
    const std::string words = !results.problem.empty() ? results.problem
                              : results.is_running     ? "running and recomputing each pass …"
                                                       : "";
    WriteParagraph(panel.pen().Muted(), column, words);
}

// Comparison, checks and code; checks and code at the right where there is room.
void DrawRun(const Panel& panel, Column& column, bool is_wide) {
    const std::optional<MistakesViewData>& data = ResultsOf(panel).data;
    Column left = column, right = column;
    if (is_wide) {
        right.left = right.right - panel.Px(kChecks);
        left.right = right.left - panel.Px(kColumnGap);
    }
    const float gap = panel.Px(panel.theme.metrics.margin);
    DrawMistakesHead(panel, left);
    if (!data) {
        DrawNothing(panel, left);
    } else {
        left.y += gap * 0.75f;
        DrawMistakesComparison(panel, *data, left);
        if (is_wide) {
            DrawMistakesChecks(panel, *data, right);
            right.y += gap;
            DrawMistakesCode(panel, right);
        } else {
            left.y += gap * 0.75f;
            DrawMistakesCode(panel, left);
            left.y += gap;
            DrawMistakesChecks(panel, *data, left);
        }
    }
    column.y = std::max(left.y, right.y);
}

// Its passes, which are those of another run than the recording.
ViewSteps StepsOf(const AppState&, const ViewWorker* worker) {
    const MistakesResults& results = static_cast<const MistakesWorker&>(*worker).results();
    if (!results.data)
        return {.first = 0, .is_complete = !results.is_running, .title = "no run of this mistake"};
    const MistakesViewData& data = *results.data;
    return {.now = data.pass,
            .first = 0,
            .count = data.passes,
            .title = "Pass " + std::to_string(data.pass) + ": " + data.subtitle};
}

}  // namespace

constinit const ViewRow kMistakesView{
    .view = View::Mistakes,
    .name = "mistakes",
    .title = "Mistakes",
    .tip = "A decoder with a classic mistake in it, and what gives the mistake away",
    .key = U'6',
    .draw = DrawMistakesView,
    .steps = StepsOf,
    .set_step = [](int step, bool keeps_playing) -> Command {
        return GoToMistakesPass{step, keeps_playing};
    },
    .log = MistakesJson,
    .make_worker = MakeWorker<MistakesWorker>,
};

void DrawMistakesView(const Panel& panel, Area area) {
    const float margin = panel.Px(panel.theme.metrics.margin);
    BeginPanel("mistakes", panel.theme, area, panel.theme.colors().canvas, true);
    const bool is_wide = area.width() >= panel.Px(kWideFrom);
    Column all = ColumnIn(area, margin, ImGui::GetCursorScreenPos().y + margin);
    DrawTitle(panel, all);
    Column gallery = all, run = all;
    gallery.right = gallery.left + panel.Px(is_wide ? kGallery : kGalleryNarrow);
    run.left = gallery.right + panel.Px(kColumnGap);
    DrawMistakesGallery(panel, gallery);
    DrawRun(panel, run, is_wide);
    EndColumn({area.min.x, area.max.x, std::max(gallery.y, run.y) + margin * 0.5f});
    EndPanel();
}

}  // namespace decodescope
