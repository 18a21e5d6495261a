// The picture of a plane: where its places stand on the window, and how each thing is drawn.
#pragma once

#include "app/panel/panel.h"
#include "app/plane/plane.h"

namespace decodescope {

// Maps places of the plane to window pixels and back. The origin is in the middle, y goes up.
struct PlaneView {
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

PlaneView ViewOf(const Plane& plane, Area area);

// Where the chip of an arrow stands: beyond its tip.
Area ChipOfArrow(const Panel& panel, const PlaneView& view, const Plane::Arrow& arrow);

// Draws the whole picture, clipped to the view's area.
void PaintPlane(const Panel& panel, const PlaneView& view, const Plane& plane);

// Signs for the legend, around a place.
enum class PlaneSign { Key, Value, Query, Hidden };
void PaintSign(const Pen& pen, ImVec2 at, PlaneSign sign);

}  // namespace decodescope
