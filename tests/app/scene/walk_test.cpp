// From cell to cell by keys, numbers in enlarged maps, and what is copied.
#include "app/scene/walk.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/apply/apply.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/view_commands.h"
#include "app/scene/pick.h"
#include "app/scene/zoom.h"
#include "app/state/copy.h"
#include "core/base/number.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

// Every cell of a block that a mouse can point at, by asking at the middle of each.
std::set<Cell> CellsOf(const Scene& scene, BlockId block) {
    std::set<Cell> cells;
    for (const CellBox& box : scene.cells) {
        if (box.block == block && box.kind == CellKind::Number) cells.insert(box.cell);
    }
    for (const HeatMap& map : scene.maps) {
        if (map.block != block || map.ghost) continue;
        for (int row = 0; row < map.rows; ++row) {
            for (int column = 0; column < map.columns; ++column) {
                const auto cell = PickCell(scene, map.PlaceOf(row, column).center());
                if (cell) cells.insert(*cell);
            }
        }
    }
    return cells;
}

std::set<Cell> ReachedFrom(const Scene& scene, const Cell& first) {
    std::set<Cell> reached{first};
    std::vector<Cell> ways{first};
    while (!ways.empty()) {
        const Cell cell = ways.back();
        ways.pop_back();
        for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
            const std::optional<Cell> next = Neighbour(scene, cell, dx, dy);
            if (next && reached.insert(*next).second) ways.push_back(*next);
        }
    }
    return reached;
}

}  // namespace

TEST_CASE("Walking reaches every cell that the mouse reaches, block by block") {
    for (const SceneCase& one : SceneCases()) {
        INFO(one.name);
        for (const Playhead playhead : {Playhead{0, 4}, Last(one.recording)}) {
            const Scene scene = BuildScene(one.recording, {.playhead = playhead});
            std::set<BlockId> blocks;
            std::optional<Cell> cell = CellOfNextBlock(scene, std::nullopt, 1);
            for (size_t i = 0; i <= kBlockCount && cell; ++i) {
                for (size_t b = 0; b < kBlockCount; ++b) {
                    const auto block = static_cast<BlockId>(b);
                    const std::set<Cell> cells = CellsOf(scene, block);
                    if (!cells.contains(*cell)) continue;
                    if (blocks.insert(block).second) CHECK(ReachedFrom(scene, *cell) == cells);
                }
                cell = CellOfNextBlock(scene, cell, 1);
            }
            for (size_t b = 0; b < kBlockCount; ++b) {
                const auto block = static_cast<BlockId>(b);
                CHECK(CellsOf(scene, block).empty() == !blocks.contains(block));
            }
        }
    }
}

TEST_CASE("A step back leads back, in rows of numbers") {
    const Recording abc = RecordingOf(ToyModel(), "A B", 4);
    const Scene scene = BuildScene(abc, {.playhead = Last(abc)});
    const Cell key{TensorId::CachedK, 0, 0, 2, 1};
    CHECK(Neighbour(scene, key, -1, 0) == Cell{TensorId::CachedK, 0, 0, 2, 0});
    CHECK(Neighbour(scene, key, 1, 0) == Cell{TensorId::CachedV, 0, 0, 2, 0});
    CHECK(Neighbour(scene, key, 0, -1) == Cell{TensorId::CachedK, 0, 0, 1, 1});
    CHECK_FALSE(Neighbour(scene, {TensorId::CachedV, 0, 0, 4, 1}, 0, 1));
    CHECK_FALSE(Neighbour(scene, {TensorId::TokenEmbedding, 0, 0, 0, 0}, 0, 1));
}

TEST_CASE("Heat becomes numbers once they fit, whole, and only those in the window") {
    const Model model = ColourModel();
    const Recording recording = RecordingOf(model, FirstPieces(model, 5), 4);
    const SceneView view{.playhead = Last(recording)};
    const Scene scene = BuildScene(recording, view);
    CHECK(NumbersInMaps(recording, scene, {.zoom = 1}, view.size, view).empty());
    const HeatMap& cache = *std::ranges::find(scene.maps, BlockId::Cache, &HeatMap::block);
    const Point corner{cache.place.x, cache.place.y};
    const std::vector<CellBox> near =
        NumbersInMaps(recording, scene, {.zoom = 12, .corner = corner}, view.size, view);
    REQUIRE_FALSE(near.empty());
    const Rect window{corner.x, corner.y, view.size.x / 12, view.size.y / 12};
    for (const CellBox& box : near) {
        CHECK(box.number == FormatNumber(recording.At(box.cell), view.numbers));
        CHECK(FixedPitchWidth(TextStyle::Mono, box.number) <= box.place.width * 12);
        CHECK(box.place.Overlaps(window));
        CHECK(PickCell(scene, box.place.center()) == box.cell);
    }
}

TEST_CASE("A place out of sight is brought into the window, and one in sight moves nothing") {
    const Camera camera{.follows = false, .zoom = 2, .corner = {100, 100}};
    const Point window{400, 300};
    CHECK(Showing(camera, {150, 150, 10, 10}, window) == camera);
    for (const Rect place : {Rect{0, 0, 10, 10}, Rect{900, 20, 10, 10}, Rect{150, 700, 20, 20}}) {
        const Camera moved = Showing(camera, place, window);
        CHECK(moved.zoom == camera.zoom);
        const Point low = ToWindow(moved, {place.x, place.y});
        const Point high = ToWindow(moved, {place.right(), place.bottom()});
        CHECK(low.x >= 0);
        CHECK(low.y >= 0);
        CHECK(high.x <= window.x);
        CHECK(high.y <= window.y);
    }
}

TEST_CASE("A position that is looked at has numbers wherever it is folded") {
    const Recording abc = RecordingOf(ToyModel(), "A B C A B C", 30);
    for (const int position : {0, 5, 12, 20, 33, 34}) {
        const Scene scene = BuildScene(abc, {.playhead = Last(abc), .position = position});
        CHECK(std::ranges::any_of(scene.cells, [&](const CellBox& box) {
            return box.cell == Cell{TensorId::CachedK, 0, 0, position, 0} && !box.number.empty();
        }));
    }
    for (int position = 0; position < 6; ++position) {
        const Scene scene =
            BuildScene(abc, {.playhead = {0, 8}, .size = {900, 420}, .position = position});
        CHECK(std::ranges::any_of(scene.cells, [&](const CellBox& box) {
            return box.cell == Cell{TensorId::Q, 0, 0, position, 0} && !box.number.empty();
        }));
    }
}

// --- Copying -------------------------------------------------------------------------------------

TEST_CASE("A value is copied with all its digits, a sum filled in, a block as CSV") {
    const Recording abc = RecordingOf(ToyModel(), "A B", 4);
    // The weights of B over A and B: softmax of (0, 1/sqrt 2).
    const Cell weight{TensorId::AttentionWeights, 0, 0, 1, 0};
    const std::string copied = CopyText(abc, weight, CopyKind::Number);
    CHECK(ParseNumber(copied) == abc.At(weight));  // to the last bit
    CHECK(ParseNumber(copied) == Approx(1 / (1 + std::exp(1 / std::sqrt(2.0)))).epsilon(1e-15));
    CHECK(CopyText(abc, {TensorId::HeadOutput, 0, 0, 1, 0}, CopyKind::Sum) ==
          "h[1,0] = 0.330·1 + 0.670·0 = 0.330");
    CHECK(CopyText(abc, weight, CopyKind::Block)
              .starts_with("row,0,1\n0,1,\n1," + copied + ",0.66976"));
    CHECK(CopyText(abc, {TensorId::TokenEmbedding, 0, 0, 2, 1}, CopyKind::Block) ==
          "row,0,1\n0,1,0\n1,0,1\n2,-1,-1\n");
    // The cache as it was after pass 1.
    CHECK(CopyText(abc, {TensorId::CachedK, 0, 0, 2, 0}, CopyKind::Block) ==
          "row,0,1\n0,1,0\n1,0,1\n2,1,0\n");
}

// --- Keys ----------------------------------------------------------------------------------------

TEST_CASE("Tab walks into the first block, arrows from cell to cell, Enter pins, Escape leaves") {
    AppState state = AbcState({0, 8});
    const auto press = [&](Key key) {
        const std::optional<Command> command = CommandFor(state, {.key = key}, false);
        REQUIRE(command);
        Execute(state, *command);
    };
    press(Key::Tab);
    REQUIRE(state.ui.walks.size() == 1);
    CHECK(state.ui.walks[0].blocks == 1);
    Execute(state, Focus{Cell{TensorId::ResidualIn, 0, 0, 0, 0}});
    CHECK(state.ui.walks.empty());
    CHECK(LookedAt(state.ui) == state.ui.focused);
    press(Key::Right);
    REQUIRE(state.ui.walks.size() == 1);
    CHECK(state.ui.walks[0].right == 1);
    CHECK(state.ui.playhead == Playhead{0, 8});  // the arrows belong to the walk
    Execute(state, Focus{Cell{TensorId::ResidualIn, 0, 0, 0, 1}});
    press(Key::Enter);
    CHECK(state.ui.pinned == Cell{TensorId::ResidualIn, 0, 0, 0, 1});
    press(Key::Escape);
    CHECK_FALSE(state.ui.focused);
    press(Key::Left);
    CHECK(state.ui.playhead == Playhead{0, 7});
}

TEST_CASE("Copying puts the text where the clipboard takes it from") {
    AppState state = AbcState({0, 8});
    Execute(state, Hover{Cell{TensorId::HeadOutput, 0, 0, 1, 0}});
    const KeyPress ctrl_c{.key = Key::Character, .character = U'c', .ctrl = true};
    Execute(state, *CommandFor(state, ctrl_c, false));
    const std::string copied = state.ui.clipboard;
    CHECK(copied == CopyText(*state.recording, *state.ui.hovered, CopyKind::Number));
    Execute(state, Copy{Cell{TensorId::HeadOutput, 0, 0, 99, 0}, CopyKind::Number});  // not there
    CHECK(state.ui.clipboard == copied);
}

TEST_CASE("A stage of the rest of a layer opens by a click until the playhead moves") {
    const Model model = ColourModel();
    AppState state = StateFor(RecordingOf(model, FirstPieces(model, 5), 4).recipe(), "");
    Execute(state, GoToLast{});
    Execute(state, OpenStage{Stage::Mlp});
    CHECK(state.ui.open_stage == Stage::Mlp);
    const Scene scene =
        BuildScene(*state.recording,
                   {.playhead = state.ui.playhead, .layer = 2, .open_stage = state.ui.open_stage});
    CHECK(std::ranges::any_of(scene.maps, [](const HeatMap& map) {
        return map.block == BlockId::PostAttention && InfoOf(map.first.tensor).stage == Stage::Mlp;
    }));
    Execute(state, GoToPreviousStage{});
    CHECK_FALSE(state.ui.open_stage);
}

}  // namespace decodescope
