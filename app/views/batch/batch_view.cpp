#include "app/views/batch/batch_view.h"

#include <algorithm>
#include <cmath>

#include "app/views/batch/batch_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

constexpr float kTitle = 30, kSentence = 27, kHead = 84;  // from the top
constexpr float kRequestsLeast = 290, kRequestsMost = 400, kRequestsShare = 0.29f;
constexpr float kBetween = 32;   // requests and picture
constexpr float kSections = 26;  // one below the other

void DrawTitle(const Panel& panel, float x, float top, float width) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = top + panel.Px(kTitle);
    DrawText(list, panel.theme, FontRole::PassTitle, {x, y}, c.ink, "Several responses together");
    const std::string sentence =
        "Each step is one pass over the weights for all slots. Each response has a cache of its "
        "own, "
        "and one token is selected for it.";
    DrawText(list, panel.theme, FontRole::Sentence, {x, y + panel.Px(kSentence)}, c.muted,
             Shortened(panel.theme, FontRole::Sentence, sentence, width));
}

// From top to bottom: slots, who waits, steps, counters. The slots take what the others leave of
// the height.
float DrawPicture(const Panel& panel, const ShownBatch& shown, Area area) {
    const float gap = panel.Px(kSections);
    const float below = BatchQueueHeight(panel) + BatchGridHeight(panel, shown) +
                        BatchCountersHeight(panel, shown, area.width()) + 2 * gap +
                        panel.Px(panel.theme.metrics.margin);
    float y = DrawBatchLanes(panel, shown, area, area.height() - below);
    y = DrawBatchQueue(panel, shown, {{area.min.x, y}, area.max});
    y = DrawBatchGrid(panel, shown, {{area.min.x, y + gap}, area.max});
    return DrawBatchCounters(panel, shown, {{area.min.x, y + gap}, area.max});
}

void DrawNothing(const Panel& panel, Area area) {
    const Palette& c = panel.theme.colors();
    const std::string& problem = panel.state.batch.problem;
    DrawParagraph(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Sentence,
                  {area.min.x, area.min.y + panel.Px(24)}, c.waiting.text,
                  "It cannot be served: " + problem + ".", area.width());
    panel.Spot("batch.problem", area);
}

}  // namespace

void DrawBatchView(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    BeginPanel("batch", panel.theme, area, panel.theme.colors().canvas, true);
    const float margin = panel.Px(m.margin), top = ImGui::GetCursorScreenPos().y;
    DrawTitle(panel, area.min.x + margin, top, area.width() - 2 * margin);

    const float width = std::round(std::clamp(area.width() * kRequestsShare,
                                              panel.Px(kRequestsLeast), panel.Px(kRequestsMost)));
    const Area left =
        AreaAt(area.min.x + margin, top + panel.Px(kHead), width, area.height() - panel.Px(kHead));
    const Area right{{left.max.x + panel.Px(kBetween), left.min.y},
                     {area.max.x - margin, left.max.y}};
    float bottom = 0;
    if (panel.state.batch.run && panel.derived.batch) {
        const ShownBatch shown{*panel.state.batch.run, *panel.derived.batch};
        bottom = std::max(DrawBatchRequests(panel, &shown, left), DrawPicture(panel, shown, right));
    } else {
        bottom = DrawBatchRequests(panel, nullptr, left);
        if (!panel.state.batch.problem.empty()) DrawNothing(panel, right);
    }
    ImGui::SetCursorScreenPos({area.min.x, bottom + margin});
    ImGui::Dummy({1, 1});
    EndPanel();
}

}  // namespace decodescope
