#include "app/widgets/tip.h"

#include <random>

#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("A tip is inside the window, and never over what it explains where there is room") {
    std::mt19937 random(1);
    const auto below = [&random](float limit) {
        return std::floor(static_cast<float>(random() % 10000) / 10000 * limit);
    };
    const ImVec2 window{1280, 720};
    int beside = 0;
    for (int i = 0; i < 2000; ++i) {
        const ImVec2 min{below(1280), below(720)};
        const Area thing{min, {min.x + 1 + below(1280 - min.x), min.y + 1 + below(720 - min.y)}};
        const ImVec2 size{80 + below(260), 30 + below(300)};
        const ImVec2 at = TipPlace(thing, size, window, 4, thing.center());
        CHECK(at.x >= 0);
        CHECK(at.y >= 0);
        CHECK(at.x + size.x <= window.x);
        CHECK(at.y + size.y <= window.y);
        const bool is_over = at.x < thing.max.x && at.x + size.x > thing.min.x &&
                             at.y < thing.max.y && at.y + size.y > thing.min.y;
        const bool has_room = thing.min.y >= size.y + 4 || window.y - thing.max.y >= size.y + 4 ||
                              thing.min.x >= size.x + 4 || window.x - thing.max.x >= size.x + 4;
        CHECK(is_over == !has_room);
        beside += !is_over;
    }
    CHECK(beside > 1000);
}

}  // namespace decodescope
