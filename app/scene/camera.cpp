#include "app/scene/camera.h"

#include <algorithm>

namespace decodescope {
namespace {

// The corner along one axis: centred on the focus, within the scene.
float Scrolled(float scene_from, float scene_size, float focus_center, float window) {
    if (scene_size <= window) return scene_from;
    return std::clamp(focus_center - window / 2, scene_from, scene_from + scene_size - window);
}

}  // namespace

Camera Following(Rect scene, Rect focus, Point window, float zoom, float least) {
    const Camera whole = Fitting(scene, window, zoom);
    if (whole.zoom < zoom && whole.zoom >= least) return whole;
    Camera camera{.zoom = zoom, .corner = {}};
    window = {window.x / zoom, window.y / zoom};
    camera.corner = {Scrolled(scene.x, scene.width, focus.center().x, window.x),
                     Scrolled(scene.y, scene.height, focus.center().y, window.y)};
    return camera;
}

Camera Fitting(Rect scene, Point window, float most) {
    const float zoom = std::min({window.x / scene.width, window.y / scene.height, most});
    const float spare = zoom < most ? std::max(0.0f, window.x / zoom - scene.width) : 0.0f;
    return {.follows = false,
            .fits = false,
            .zoom = std::max(zoom, kLeastZoom),
            .corner = {scene.x - spare / 2, scene.y}};
}

Camera Zoomed(const Camera& camera, Point in_window, float factor) {
    const Point fixed = ToScene(camera, in_window);
    const float zoom = std::clamp(camera.zoom * factor, kLeastZoom, kMostZoom);
    return {.follows = false,
            .fits = false,
            .zoom = zoom,
            .corner = {fixed.x - in_window.x / zoom, fixed.y - in_window.y / zoom}};
}

Camera Showing(const Camera& camera, Rect place, Point window) {
    constexpr float kRoom = 24;
    const Point low = ToWindow(camera, {place.x, place.y});
    const Point high = ToWindow(camera, {place.right(), place.bottom()});
    const auto missing = [](float from, float to, float size) {
        if (from < kRoom) return from - kRoom;
        return to > size - kRoom ? to - size + kRoom : 0.0f;
    };
    const Point by{missing(low.x, high.x, window.x), missing(low.y, high.y, window.y)};
    if (by.x == 0 && by.y == 0) return camera;
    return Dragged(camera, {-by.x, -by.y});
}

Camera Dragged(const Camera& camera, Point by) {
    return {.follows = false,
            .fits = false,
            .zoom = camera.zoom,
            .corner = {camera.corner.x - by.x / camera.zoom, camera.corner.y - by.y / camera.zoom}};
}

Point ToScene(const Camera& camera, Point in_window) {
    return {camera.corner.x + in_window.x / camera.zoom,
            camera.corner.y + in_window.y / camera.zoom};
}

Point ToWindow(const Camera& camera, Point in_scene) {
    return {(in_scene.x - camera.corner.x) * camera.zoom,
            (in_scene.y - camera.corner.y) * camera.zoom};
}

}  // namespace decodescope
