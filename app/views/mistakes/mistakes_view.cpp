#include "app/views/mistakes/mistakes_view.h"

#include <algorithm>

#include "app/views/mistakes/mistakes_log.h"
#include "app/views/mistakes/mistakes_parts.h"
#include "app/views/mistakes/mistakes_worker.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kGallery = 268, kGalleryNarrow = 256, kChecks = 392, kColumnGap = 32;
constexpr float kWideFrom = 1160;  // narrower, the checks stand below the picture

float DrawTitle(const Panel& panel, MistakesColumn column, float y) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    DrawText(list, panel.theme, FontRole::PassTitle, {column.left, y}, c.ink, "Mistakes");
    y += panel.Px(30);
    return DrawParagraph(
        list, panel.theme, FontRole::Sentence, {column.left, y}, c.muted,
        "A decoder of its own, apart from the engine, makes one classic mistake. After each pass "
        "it is checked what holds in every sound run.",
        column.width());
}

// Why there is nothing to draw yet.
float DrawNothing(const Panel& panel, MistakesColumn column, float y) {
    const MistakesResults& results = ResultsOf(panel);
    const std::string words = !results.problem.empty() ? results.problem
                              : results.is_running     ? "running, and recomputing each pass …"
                                                       : "";
    return DrawParagraph(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label,
                         {column.left, y}, panel.theme.colors().muted, words, column.width());
}

// Picture, checks and code, checks and code at the right where there is room.
float DrawRun(const Panel& panel, MistakesColumn column, float y, bool is_wide) {
    const std::optional<MistakesViewData>& page = ResultsOf(panel).data;
    MistakesColumn picture = column, checks = column;
    if (is_wide) {
        checks.left = checks.right - panel.Px(kChecks);
        picture.right = checks.left - panel.Px(kColumnGap);
    }
    const float gap = panel.Px(panel.theme.metrics.margin);
    const float top = y;
    y = DrawMistakesHead(panel, picture, y);
    if (!page) return DrawNothing(panel, picture, y);
    y = DrawMistakesPicture(panel, *page, picture, y + gap * 0.75f);
    if (is_wide) {
        const float beside = DrawMistakesChecks(panel, *page, checks, top) + gap;
        return std::max(y, DrawMistakesCode(panel, checks, beside));
    }
    y = DrawMistakesCode(panel, picture, y + gap * 0.75f);
    return DrawMistakesChecks(panel, *page, checks, y + gap);
}

}  // namespace

constinit const ViewRow kMistakesView{
    .view = View::Mistakes,
    .name = "mistakes",
    .title = "Mistakes",
    .tip = "A decoder with a classic mistake in it, and what gives the mistake away",
    .key = U'6',
    .draw = DrawMistakesView,
    .log = MistakesJson,
    .make_worker = MakeWorker<MistakesWorker>,
};

void DrawMistakesView(const Panel& panel, Area area) {
    const float margin = panel.Px(panel.theme.metrics.margin);
    BeginPanel("mistakes", panel.theme, area, panel.theme.colors().canvas, true);
    const float top = ImGui::GetCursorScreenPos().y;
    const bool is_wide = area.width() >= panel.Px(kWideFrom);
    const MistakesColumn all{area.min.x + margin, area.max.x - margin};
    const float y = DrawTitle(panel, all, top + margin) + panel.Px(14);
    const float gallery = panel.Px(is_wide ? kGallery : kGalleryNarrow);
    const float left_end = DrawMistakesGallery(panel, {all.left, all.left + gallery}, y);
    const float right_end =
        DrawRun(panel, {all.left + gallery + panel.Px(kColumnGap), all.right}, y, is_wide);
    ImGui::SetCursorScreenPos({area.min.x, std::max(left_end, right_end) + margin * 0.5f});
    ImGui::Dummy({1, 1});
    EndPanel();
}

}  // namespace decodescope
