#include "app/scene/pick.h"

#include <algorithm>

#include "app/scene/build.h"
#include "tests/support/catch.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

Scene AbcScene(Playhead playhead) {
    const Recording recording = RecordingOf(ToyModel(), "A B", 4);
    return BuildScene(recording, {.playhead = playhead, .size = {1000, 636}});
}

}  // namespace

TEST_CASE("Pointing at a label of the pass gives the position whose label it is") {
    const Scene scene = AbcScene({1, 8});
    int labels = 0;
    for (const Tag& tag : scene.tags) {
        if (tag.at < 0) continue;
        ++labels;
        CHECK(PickPosition(scene, tag.place.center()) == tag.at);
    }
    CHECK(labels >= 5);  // x, q, k, v; three rows of the cache
    CHECK_FALSE(PickPosition(scene, {-10, -10}).has_value());
}

TEST_CASE("A position lights up in its rows, its label and its column of scores and weights") {
    const Scene scene = AbcScene({1, 8});
    const std::vector<Rect> places = PlacesOfPosition(scene, 0);
    const auto is_lit = [&](const Cell& cell) {
        const std::vector<Rect> at = PlacesOf(scene, cell);
        return std::ranges::any_of(at, [&](const Rect& place) {
            return std::ranges::any_of(places,
                                       [&](const Rect& lit) { return lit.Contains(place); });
        });
    };
    CHECK(is_lit({.tensor = TensorId::CachedK, .row = 0, .column = 1}));
    CHECK(is_lit({.tensor = TensorId::CachedV, .row = 0}));
    CHECK(is_lit({.tensor = TensorId::AttentionWeights, .row = 2, .column = 0}));
    CHECK_FALSE(is_lit({.tensor = TensorId::CachedK, .row = 1}));
    CHECK_FALSE(is_lit({.tensor = TensorId::AttentionWeights, .row = 2, .column = 1}));
    CHECK_FALSE(is_lit({.tensor = TensorId::Q, .row = 2}));  // position 0 has no row in this pass
}

TEST_CASE("In every scene a lit place lies within the picture") {
    for (const SceneCase& row : SceneCases()) {
        INFO(row.name);
        ForEachScene(row.recording, [](const Scene& scene, const SceneView& view) {
            for (const Rect& place : PlacesOfPosition(scene, view.playhead.pass)) {
                CHECK(scene.bounds.Contains(place));
            }
        });
    }
}

}  // namespace decodescope
