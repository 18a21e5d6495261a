#include "app/scene/camera.h"

#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("Zooming keeps the scene point under the mouse") {
    Camera camera{.follows = true, .zoom = 1, .corner = {30, 10}};
    const Point mouse{200, 100};
    const Point before = ToScene(camera, mouse);
    for (const float factor : {1.5f, 0.3f, 4.0f, 100.0f}) {
        camera = Zoomed(camera, mouse, factor);
        CHECK(ToScene(camera, mouse).x == Approx(before.x));
        CHECK(ToScene(camera, mouse).y == Approx(before.y));
        CHECK_FALSE(camera.follows);
        CHECK(camera.zoom <= kMostZoom);
    }
}

TEST_CASE("Dragging moves the scene with the mouse") {
    const Camera camera{.zoom = 2, .corner = {10, 10}};
    const Point grabbed = ToScene(camera, {50, 60});
    const Point moved = ToWindow(Dragged(camera, {7, -3}), grabbed);
    CHECK(moved.x == Approx(57));
    CHECK(moved.y == Approx(57));
}

TEST_CASE("A following camera shows the focus and never looks beyond the scene") {
    const Rect scene{0, 0, 1000, 600};
    CHECK(Following(scene, {900, 500, 50, 50}, {1200, 700}).corner.x == 0);
    const Camera right = Following(scene, {900, 500, 50, 50}, {400, 300});
    CHECK(right.corner.x == 600);
    CHECK(right.corner.y == 300);
    const Camera middle = Following(scene, {480, 280, 40, 40}, {400, 300});
    CHECK(middle.corner.x == 300);
    CHECK(middle.corner.y == 150);
}

TEST_CASE("A following camera shows the whole scene as long as it can be read") {
    const Rect scene{0, 0, 1000, 600};
    const Camera smaller = Following(scene, {900, 500, 50, 50}, {700, 600});
    CHECK(smaller.zoom == Approx(0.7f));
    CHECK(smaller.corner.x == Approx(0));
    CHECK(Following(scene, {900, 500, 50, 50}, {600, 600}).zoom == 1);
}

TEST_CASE("A scene made smaller for its height is in the middle") {
    const Camera low = Fitting({0, 0, 1000, 600}, {1000, 300});
    CHECK(low.zoom == Approx(0.5f));
    CHECK(ToWindow(low, {500, 0}).x == Approx(500));
}

TEST_CASE("Fitting shows the whole scene and enlarges nothing") {
    CHECK(Fitting({0, 0, 1000, 500}, {500, 500}).zoom == Approx(0.5f));
    CHECK(Fitting({0, 0, 100, 100}, {500, 500}).zoom == 1);
}

}  // namespace decodescope
