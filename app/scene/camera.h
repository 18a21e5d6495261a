// Where the eye is: which part of a scene its panel shows, and how large.
#pragma once

#include "app/scene/scene.h"

namespace decodescope {

// While it follows, the scene stands at size 1 and whatever is current stays in view; the first
// drag or turn of the wheel takes over.
struct Camera {
    bool follows = true;
    float zoom = 1.0f;
    Point corner;  // scene point in the panel's top left corner

    friend bool operator==(const Camera&, const Camera&) = default;
};

constexpr float kLeastZoom = 0.25f;
constexpr float kMostZoom = 6.0f;

// What a following camera shows: the whole scene if it fits into `window` (scene pixels), else the
// part around `focus`, never beyond the scene's edges.
Camera Following(Rect scene, Rect focus, Point window);

// The whole scene, made smaller if need be.
Camera Fitting(Rect scene, Point window);

// Zooms by `factor` around a place in the window, which keeps showing the same scene point.
Camera Zoomed(const Camera& camera, Point in_window, float factor);

// Moves what is shown by a distance in the window.
Camera Dragged(const Camera& camera, Point by);

Point ToScene(const Camera& camera, Point in_window);
Point ToWindow(const Camera& camera, Point in_scene);

}  // namespace decodescope
