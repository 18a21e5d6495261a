// Where on the window a scene appears, and through which camera: maps scene pixels to window pixels
// and back.
#pragma once

#include <algorithm>
#include <cmath>

#include "app/look/area.h"
#include "app/look/theme.h"
#include "app/paint/heat_texture_cache.h"
#include "app/scene/camera.h"
#include "app/scene/scene.h"

namespace decodescope {

float TextZoom(const Theme& theme, const Camera& camera);

struct Canvas {
    ImDrawList& list;
    const Theme& theme;
    HeatTextureCache& textures;
    Area area;  // in window pixels; whatever is outside is clipped
    Camera camera;
    Area covered{};  // by a control: no words are written there

    const Palette& colors() const { return theme.colors(); }
    float zoom() const { return camera.zoom; }
    // Of text: it stops growing where it can be read from any distance.
    float text_zoom() const { return TextZoom(theme, camera); }
    float Px(float scene) const { return scene * theme.scale * camera.zoom; }
    // A line's width or a corner's radius: it stays small however far the camera zooms in.
    float Line(float scene) const { return scene * theme.scale * std::min(camera.zoom, 1.5f); }
    // The same on whole pixels, at least one.
    float WholeLine(float scene) const { return std::max(1.0f, std::round(Line(scene))); }
    ImVec2 At(Point point) const;
    Area At(const Rect& rect) const;  // on whole pixels

    // The scene point under a window pixel.
    Point PointAt(ImVec2 pixel) const;

    // The size of the area in scene pixels, at zoom 1.
    Point Size() const;
};

const Shade& ShadeOf(const Palette& colors, Meaning meaning);

}  // namespace decodescope
