#include "app/scene/scene_cache.h"

#include "tests/support/catch.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {

TEST_CASE("A scene is built again only when something that shows has changed") {
    const auto recording = std::make_shared<const Recording>(RecordingOf(ToyModel(), "A B", 4));
    SceneCache memo;
    SceneView view{.playhead = {0, 3}};
    const std::uint64_t stamp = memo.Get(recording, view).stamp;
    CHECK(memo.Get(recording, view).stamp == stamp);
    view.playhead = {0, 4};
    CHECK(memo.Get(recording, view).stamp == stamp + 1);
    view.numbers.decimal_comma = true;
    CHECK(memo.Get(recording, view).stamp == stamp + 2);
    CHECK(memo.Get(recording, view, {.scale = 2}).stamp == stamp + 3);
    CHECK(memo.Get(std::make_shared<const Recording>(*recording), view, {.scale = 2}).stamp ==
          stamp + 4);
}

}  // namespace decodescope
