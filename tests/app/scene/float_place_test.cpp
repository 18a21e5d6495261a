#include "app/scene/float_place.h"

#include "app/scene/highlights.h"
#include "app/scene/pick.h"
#include "tests/support/catch.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

FloatRequest RequestFor(const Recording& recording, const Scene& scene, const Cell& cell) {
    FloatRequest request{.size = {360, 150},
                         .window = scene.bounds,
                         .number = PlacesOf(scene, cell).front(),
                         .links = {}};
    for (const Cell& source : HighlightsOf(Terms(recording, cell)).sources) {
        for (const Rect& place : PlacesOf(scene, source)) request.links.push_back(place);
    }
    return request;
}

}  // namespace

TEST_CASE("A sum floats inside the window and never over its number or what that is made from") {
    for (const SceneCase& one : SceneCases()) {
        if (one.name != "ABC" && one.name != "drinks") continue;
        INFO(one.name);
        const int last = one.recording.pass_count() - 1;
        for (const Playhead playhead : {Playhead{0, 4}, Playhead{last, 5}, Last(one.recording)}) {
            const Scene scene =
                BuildScene(one.recording, {.playhead = playhead, .size = {1240, 640}});
            for (const CellBox& box : scene.cells) {
                if (box.kind != CellKind::Number) continue;
                const FloatRequest request = RequestFor(one.recording, scene, box.cell);
                const Rect place = PlaceFloat(scene, request);
                INFO(NameOf(box.cell));
                CHECK(scene.bounds.Contains(place));
                CHECK_FALSE(place.Overlaps(request.number));
                for (const Rect& link : request.links) CHECK_FALSE(place.Overlaps(link));
            }
        }
    }
}

TEST_CASE("Early in a decode pass a sum floats over nothing that has been computed") {
    const Recording recording = RecordingOf(ToyModel(), "A B", 4);
    for (const int step : {1, 2, 3, 4}) {
        const Scene scene = BuildScene(recording, {.playhead = {3, step}, .size = {1200, 560}});
        for (const CellBox& box : scene.cells) {
            if (box.kind != CellKind::Number || !box.changed) continue;
            const Rect place = PlaceFloat(scene, RequestFor(recording, scene, box.cell));
            for (const Block& block : scene.blocks) {
                INFO(NameOf(box.cell) << " over " << static_cast<int>(block.id));
                if (block.state != BlockState::Ghost) CHECK_FALSE(place.Overlaps(block.place));
            }
        }
    }
}

}  // namespace decodescope
