// Where places of the plane are on the window. The origin is in the middle, y goes up.
#pragma once

#include "app/panel/panel.h"
#include "app/plane/plane.h"

namespace decodescope {

struct PlaneFrame {
    Area area;
    double unit = 1;  // pixels

    // In the direction of the point as seen from the origin, but never farther away than can be
    // drawn.
    ImVec2 At(PlanePoint p) const;
    PlanePoint PlaceOf(ImVec2 pixel) const {
        return {static_cast<double>(pixel.x - area.center().x) / unit,
                static_cast<double>(area.center().y - pixel.y) / unit};
    }
};

PlaneFrame FrameOf(const Plane& plane, Area area);

}  // namespace decodescope
