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
constexpr float kGallery = 262, kChecks = 368, kChecksNarrow = 316, kColumnGap = 24, kTop = 26,
                kBelowTitle = 26;
constexpr float kWideFrom = 1160;      // narrower, the checks are below the comparison
constexpr float kWideAloneFrom = 760;  // the same without the gallery
constexpr float kSentenceFrom = 1000;  // narrower, the title has none

void DrawTitle(const Panel& panel, Column& column) {
    const Pen title = panel.pen().In(FontRole::PassTitle);
    const float x = title.Write({column.left, column.y}, "Mistakes") + panel.Px(12);
    if (column.width() >= panel.Px(kSentenceFrom)) {
        const Area line = column.Line(panel.Px(kBelowTitle));
        panel.pen()
            .In(FontRole::Sentence)
            .Muted()
            .WriteIn({{x, line.min.y}, line.max},
                     "A second decoder, separate from the engine, makes one classic mistake. "
                     "After each "
                     "pass, the invariants of a correct run are checked.");
    }
    column.y += panel.Px(kBelowTitle);
}

// Why there is nothing to draw yet.
void DrawNothing(const Panel& panel, Column& column) {
    const MistakesResults& results = ResultsOf(panel);
    const std::string words = !results.problem.empty() ? results.problem
                              : results.is_running     ? "running and recomputing each pass …"
                                                       : "";
    WriteParagraph(panel.pen().Muted(), column, words);
}

// Comparison, checks, code and reason; the latter at the right where there is room.
void DrawRun(const Panel& panel, Column& column, bool is_wide) {
    const std::optional<MistakesViewData>& data = ResultsOf(panel).data;
    Column left = column, right = column;
    if (is_wide) {
        const bool is_alone = column.width() < panel.Px(kWideFrom - kGallery);
        right.left = right.right - panel.Px(is_alone ? kChecksNarrow : kChecks);
        left.right = right.left - panel.Px(kColumnGap);
    }
    const float gap = panel.Px(panel.theme.metrics.label_gap);
    DrawMistakesHead(panel, left);
    if (!data) {
        DrawNothing(panel, left);
    } else {
        left.y += gap;
        if (!is_wide) DrawMistakesVerdict(panel, *data, left);
        DrawMistakesComparison(panel, *data, left);
        Column& explained = is_wide ? right : left;
        if (!is_wide) explained.y += gap;
        DrawMistakesChecks(panel, *data, explained);
        explained.y += gap;
        DrawMistakesCode(panel, explained);
        explained.y += gap;
        DrawMistakesReason(panel, explained);
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
    // In a presentation there is nothing to choose from but an answer.
    const bool has_gallery = !panel.state.ui.presents || panel.state.ui.mistakes.is_hidden();
    const bool is_wide = area.width() >= panel.Px(has_gallery ? kWideFrom : kWideAloneFrom);
    Column all = ColumnIn(area, margin, ImGui::GetCursorScreenPos().y + panel.Px(kTop));
    if (panel.state.ui.presents) {
        all.y -= panel.Px(kTop) * 0.7f;
    } else {
        DrawTitle(panel, all);
    }
    Column gallery = all, run = all;
    if (has_gallery) {
        gallery.right = gallery.left + panel.Px(kGallery);
        run.left = gallery.right + panel.Px(kColumnGap);
        DrawMistakesGallery(panel, gallery);
    }
    DrawRun(panel, run, is_wide);
    EndColumn({area.min.x, area.max.x, std::max(gallery.y, run.y) + margin * 0.5f});
    EndPanel();
}

}  // namespace decodescope
