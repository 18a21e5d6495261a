// Where places of the plane are on the window. The origin is in the middle, y goes up.
#pragma once

#include "app/panel/panel.h"
#include "app/plane/plane.h"

namespace decodescope {

struct PlaneFrame {
    Area area;
    double unit = 1;  // pixels

    ImVec2 At(PlanePoint p) const {
        return {area.center().x + static_cast<float>(p.x * unit),
                area.center().y - static_cast<float>(p.y * unit)};
    }
    PlanePoint PlaceOf(ImVec2 pixel) const {
        return {static_cast<double>(pixel.x - area.center().x) / unit,
                static_cast<double>(area.center().y - pixel.y) / unit};
    }
};

PlaneFrame FrameOf(const Plane& plane, Area area);

// Where the chip of an arrow is: beyond its tip.
Area ChipOfArrow(const Panel& panel, const PlaneFrame& frame, const Plane::Arrow& arrow);

}  // namespace decodescope
