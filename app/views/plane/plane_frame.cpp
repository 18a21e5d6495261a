#include "app/views/plane/plane_frame.h"

#include <algorithm>
#include <cmath>

namespace decodescope {
namespace {

constexpr double kFarthest = 1e5;  // pixels

}  // namespace

ImVec2 PlaneFrame::At(PlanePoint p) const {
    const double size = std::max(std::abs(p.x), std::abs(p.y));
    const double pixels = std::min(size * unit, kFarthest);
    const double scale = size > 0 ? pixels / size : 0;
    return {area.center().x + static_cast<float>(p.x * scale),
            area.center().y - static_cast<float>(p.y * scale)};
}

PlaneFrame FrameOf(const Plane& plane, Area area) {
    const double half = 0.5 * static_cast<double>(std::min(area.width(), area.height()));
    const double seen = plane.range * kPlaneRoom / static_cast<double>(plane.view.zoom);
    // A very wide panel shows no more than the regions fill.
    const double least =
        0.5 * static_cast<double>(std::max(area.width(), area.height())) / plane.reach;
    return {area, std::max(half / seen, least)};
}

}  // namespace decodescope
