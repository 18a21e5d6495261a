#include "app/shell/step_timeline.h"

#include <algorithm>
#include <cmath>

#include "app/apply/playhead_commands.h"
#include "app/shell/timeline_box.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

constexpr float kWidest = 56;  // at scale 1

BoxState StateOf(const ViewSteps& steps, int first, int end) {
    if (first <= steps.now && steps.now < end) return BoxState::Now;
    return end <= steps.now ? BoxState::Done : BoxState::Ahead;
}

}  // namespace

void DrawStepTimeline(const Panel& panel, const ViewRow& view, const ViewSteps& steps, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    const float y = area.min.y + panel.Px(m.box_title);
    pen.Strong().WriteShortened({area.min.x, y}, steps.title, area.width());
    panel.Spot("transport.timeline", area);
    if (steps.count == 0) return;

    // As many boxes as fit; where there are more steps, each stands for several.
    const int most = std::max(1, static_cast<int>(area.width() / panel.Px(m.closed_box_least)));
    const int count = std::min(steps.count, most);
    const float pitch = std::min(panel.Px(kWidest), area.width() / static_cast<float>(count));
    const float gap = std::min(panel.Px(m.box_gap), pitch / 4);
    const float top = area.min.y + panel.Px(m.box_top), height = panel.Px(m.box_height);
    std::optional<Area> now;
    for (int i = 0; i < count; ++i) {
        const float x = area.min.x + pitch * static_cast<float>(i);
        const Area box{{std::round(x), top}, {std::round(x + pitch - gap), top + height}};
        const int first = i * steps.count / count, end = (i + 1) * steps.count / count;
        const std::string name = "transport.step." + std::to_string(first);
        const Touch touch = TouchArea(name.c_str(), {{box.min.x, box.min.y - panel.Px(8)},
                                                     {box.max.x + gap, box.max.y + panel.Px(8)}});
        if (touch.clicked) panel.Emit(view.set_step(first, false));
        panel.Spot(name, box);
        const BoxState state = StateOf(steps, first, end);
        if (state == BoxState::Now)
            now = box;
        else
            DrawBox(panel, box, state, touch.hovered);
        Tip(panel.theme, box, "Step " + std::to_string(first));
    }
    if (now) DrawBox(panel, *now, BoxState::Now, false);
}

}  // namespace decodescope
