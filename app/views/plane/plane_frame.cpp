#include "app/views/plane/plane_frame.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/explain/narrate.h"

namespace decodescope {
namespace {

constexpr float kChipGap = 8, kChipHeight = 22;  // at scale 1

}  // namespace

PlaneFrame FrameOf(const Plane& plane, Area area) {
    const double half = 0.5 * static_cast<double>(std::min(area.width(), area.height()));
    const double seen = plane.range * kPlaneRoom / static_cast<double>(plane.view.zoom);
    // A very wide panel shows no more than the regions fill.
    const double least =
        0.5 * static_cast<double>(std::max(area.width(), area.height())) / plane.reach;
    return {area, std::max(half / seen, least)};
}

Area ChipOfArrow(const Panel& panel, const PlaneFrame& frame, const Plane::Arrow& arrow) {
    const std::string& words = TokenText(panel.recording(), arrow.token);
    const float width =
        std::round(std::max(panel.Px(kChipHeight), panel.pen().Strong().Width(words) +
                                                       2 * panel.Px(panel.theme.metrics.text_gap)));
    const ImVec2 from = frame.At({0, 0}), tip = frame.At(arrow.tip);
    const float length = std::hypot(tip.x - from.x, tip.y - from.y);
    const ImVec2 along =
        length < 1 ? ImVec2{1, 0} : ImVec2{(tip.x - from.x) / length, (tip.y - from.y) / length};
    const float height = panel.Px(kChipHeight);
    const float reach = panel.Px(kChipGap);
    const ImVec2 center{tip.x + along.x * (reach + width / 2),
                        tip.y + along.y * (reach + height / 2)};
    return AreaAt(std::round(center.x - width / 2), std::round(center.y - height / 2), width,
                  height);
}

}  // namespace decodescope
