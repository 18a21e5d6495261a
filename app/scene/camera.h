// Which part of a scene its panel shows, and how large.
#pragma once

#include "app/scene/scene.h"

namespace decodescope {

// While it follows, whatever is current stays in view, until the first drag or turn of the wheel.
// `fits` asks for the whole scene, however small that makes its numbers.
struct Camera {
    bool follows = true;
    bool fits = false;
    float zoom = 1.0f;
    Point corner;  // scene point in the panel's top left corner

    friend bool operator==(const Camera&, const Camera&) = default;
};

constexpr float kLeastZoom = 0.25f;
constexpr float kMostZoom = 64.0f;
constexpr float kReadableZoom = 0.66f;  // labels of 15 pixels are 10 high then

// What a following camera shows: the whole scene in `window` (scene pixels), at `zoom` or made
// smaller, down to `least`, if need be; else the part around `focus` at `zoom`, never beyond the
// scene's edges.
Camera Following(Rect scene, Rect focus, Point window, float zoom = 1, float least = kReadableZoom);

// The whole scene at `zoom`, made smaller if need be, and then in the middle of the window's width.
Camera Fitting(Rect scene, Point window, float zoom = 1);

// Zooms by `factor` around a place in the window, which keeps showing the same scene point.
Camera Zoomed(const Camera& camera, Point in_window, float factor);

// The camera, moved no further than it takes to show a place with some room around it.
Camera Showing(const Camera& camera, Rect place, Point window);

// Moves what is shown by a distance in the window.
Camera Dragged(const Camera& camera, Point by);

Point ToScene(const Camera& camera, Point in_window);
Point ToWindow(const Camera& camera, Point in_scene);

}  // namespace decodescope
