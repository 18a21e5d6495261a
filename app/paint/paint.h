// Draws a scene: every item where it says, in the colours of a theme. Nothing is computed here.
#pragma once

#include <algorithm>

#include "app/look/area.h"
#include "app/look/hotspots.h"
#include "app/look/theme.h"
#include "app/paint/heat_texture_cache.h"
#include "app/scene/camera.h"
#include "app/scene/highlights.h"
#include "app/scene/scene.h"

namespace decodescope {

FontRole FontOf(TextStyle style);

// Where on the window a scene appears, and through which camera.
struct Canvas {
    ImDrawList& list;
    const Theme& theme;
    HeatTextureCache& textures;
    Area area;  // in window pixels; what lies outside is clipped
    Camera camera;

    float zoom() const { return camera.zoom; }
    float Px(float scene) const { return scene * theme.scale * camera.zoom; }
    // A line's width or a corner's radius: seen from near they stay slight.
    float Line(float scene) const { return scene * theme.scale * std::min(camera.zoom, 1.5f); }
    ImVec2 At(Point point) const;
    Area At(const Rect& rect) const;  // on whole pixels

    // The scene point under a window pixel.
    Point PointAt(ImVec2 pixel) const;

    // The size of the area in scene pixels, at zoom 1.
    Point Size() const;
};

// Cells drawn as numbers, and choices, register as hotspots.
void PaintScene(const Canvas& canvas, const Scene& scene, const Highlights& highlights,
                Hotspots& hotspots);

}  // namespace decodescope
