#include "app/scene/overview/overview.h"

#include <algorithm>
#include <set>

#include "app/scene/heat.h"
#include "app/scene/pick.h"
#include "tests/support/catch.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {

TEST_CASE("The overview has a map for each head of each layer, and clicks open it") {
    const Model model = ColourModel();
    const Recording recording = RecordingOf(model, FirstPieces(model, 5), 4);
    for (const Point size : kSceneSizes) {
        const SceneView view{.playhead = Last(recording), .size = size, .is_overview = true};
        const Scene scene = BuildOverview(recording, view);
        std::set<std::pair<int, int>> heads;
        for (const Choice& choice : scene.choices) {
            REQUIRE(choice.kind == Choice::Kind::Map);
            heads.insert({choice.layer, choice.index});
            CHECK(scene.bounds.Contains(choice.place));
            const std::optional<Choice> picked = PickChoice(scene, choice.place.center());
            REQUIRE(picked);
            CHECK(picked->layer == choice.layer);
            CHECK(picked->index == choice.index);
            const std::optional<Cell> cell =
                PickCell(scene, {choice.place.x + 1, choice.place.bottom() - 1});
            REQUIRE(cell);
            CHECK(*cell == Cell{TensorId::AttentionWeights, choice.layer, choice.index, 7, 0});
        }
        CHECK(heads.size() == 12);
    }
}

TEST_CASE("An overview that takes maps from the one before it is the same overview") {
    const Model model = ColourModel();
    const Recording recording = RecordingOf(model, FirstPieces(model, 5), 4);
    Scene before;
    for (int pass = 0; pass < 4; ++pass) {
        for (int step = 0; step < recording.step_count(); ++step) {
            const SceneView view{.playhead = {pass, step}, .is_overview = true};
            const Scene anew = BuildOverview(recording, view);
            before = BuildOverview(recording, view, &before);
            REQUIRE(anew.maps.size() == before.maps.size());
            for (size_t i = 0; i < anew.maps.size(); ++i) {
                CHECK(anew.maps[i].first == before.maps[i].first);
                CHECK(anew.maps[i].shares == before.maps[i].shares);
            }
        }
    }
}

TEST_CASE("The overview shows what is computed at the playhead and nothing that is not") {
    const Model model = ColourModel();
    const Recording recording = RecordingOf(model, FirstPieces(model, 5), 4);
    for (int pass = 0; pass < 4; ++pass) {
        for (int step = pass == 0 ? -1 : 0; step < recording.step_count(); ++step) {
            const Playhead playhead{pass, step};
            const Scene scene =
                BuildOverview(recording, {.playhead = playhead, .is_overview = true});
            for (const HeatMap& map : scene.maps) {
                CHECK(map.ghost == map.shares.empty());
                const int last = map.first.row + map.rows - 1;
                const int made_by = recording.PassOfPosition(last)->index;
                const int made_at =
                    recording.StepOf(InfoOf(map.first.tensor).stage, map.first.layer);
                const bool is_computed = made_by < pass || (made_by == pass && made_at <= step);
                CHECK(map.ghost != is_computed);
            }
        }
    }
}

}  // namespace decodescope
