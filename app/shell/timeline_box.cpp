#include "app/shell/timeline_box.h"

#include <algorithm>

namespace decodescope {

Area AsCurrent(const Panel& panel, Area box) {
    const float grow = panel.Px(panel.theme.metrics.box_grow);
    return {{box.min.x, box.min.y - grow}, {box.max.x, box.max.y + grow}};
}

void DrawBox(const Panel& panel, Area box, BoxState state, bool hovered) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float radius = std::min(panel.Px(m.box_radius), box.width() / 3);
    if (state == BoxState::Done) {
        list.AddRectFilled(box.min, box.max, hovered ? c.ink : c.timeline_done, radius);
    } else if (state == BoxState::Now) {
        const Area grown = {{box.min.x - panel.Px(1), box.min.y - panel.Px(m.box_grow)},
                            {box.max.x + panel.Px(1), box.max.y + panel.Px(m.box_grow)}};
        list.AddRectFilled(grown.min, grown.max, c.now_current_border, radius + panel.Px(1));
        const Area inside = grown.Grown(-panel.Px(m.dash_width));
        if (!inside.empty()) list.AddRectFilled(inside.min, inside.max, c.now_fill, radius);
    } else {
        list.AddRectFilled(box.min, box.max, hovered ? c.neutral_cell : c.block, radius);
        const Area inside = box.Grown(-panel.Px(m.hairline) / 2);
        list.AddRect(inside.min, inside.max, state == BoxState::Missing ? c.line : c.ghost, radius,
                     0, panel.theme.Whole(m.hairline));
    }
}

}  // namespace decodescope
