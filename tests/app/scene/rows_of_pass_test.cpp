// A decode pass computes one row: what earlier passes computed must not look computed now.
#include <algorithm>
#include <charconv>
#include <set>

#include "app/paint/paint_cells.h"
#include "app/scene/build.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

// Blocks with a row for each new position.
constexpr BlockId kOfTheNewPositions[] = {BlockId::Input,      BlockId::Query, BlockId::Key,
                                          BlockId::Value,      BlockId::Score, BlockId::Softmax,
                                          BlockId::WeightedSum};

bool HasRowsOfThePass(BlockId id) { return std::ranges::count(kOfTheNewPositions, id) > 0; }

// The rows of a shape, "1×3"; -1 if the words are none.
int RowsIn(const std::string& words) {
    const size_t cross = words.find("×");
    int rows = -1;
    if (cross == std::string::npos) return -1;
    const auto [end, error] = std::from_chars(words.data(), words.data() + cross, rows);
    return error == std::errc() && end == words.data() + cross ? rows : -1;
}

int FirstPosition(const Recording& recording, int pass) {
    return recording.pass(pass).cache_length_before;
}

}  // namespace

TEST_CASE("The rows of a pass are those of its own positions; earlier ones are pale") {
    int earlier = 0;
    for (const SceneCase& one : SceneCases()) {
        INFO(one.name);
        ForEachScene(one.recording, [&](const Scene& scene, const SceneView& view) {
            const int first = FirstPosition(one.recording, view.playhead.pass);
            for (const CellBox& box : scene.cells) {
                if (HasRowsOfThePass(box.block)) CHECK(box.cell.row >= first);
            }
            for (const HeatMap& map : scene.maps) {
                if (!HasRowsOfThePass(map.block) || map.ghost) continue;
                const bool is_of_the_pass = map.first.row >= first;
                CHECK(is_of_the_pass == !map.is_earlier);
                earlier += map.is_earlier;
            }
        });
    }
    CHECK(earlier > 0);
}

TEST_CASE("A block's shape has as many rows as the pass has positions, and as are drawn") {
    for (const SceneCase& one : SceneCases()) {
        INFO(one.name);
        ForEachScene(one.recording, [&](const Scene& scene, const SceneView& view) {
            const Pass& pass = one.recording.pass(view.playhead.pass);
            const int positions = pass.cache_length_after - pass.cache_length_before;
            for (const BlockId id : kOfTheNewPositions) {
                const Block* const block = scene.Find(id);
                if (block == nullptr) continue;
                for (const Text& text : scene.texts) {
                    if (!block->place.Contains(text.place)) continue;
                    if (const int rows = RowsIn(text.words); rows >= 0) CHECK(rows == positions);
                }
                std::set<int> drawn;
                for (const CellBox& box : scene.cells) {
                    if (box.block == id) drawn.insert(box.cell.row);
                }
                for (const HeatMap& map : scene.maps) {
                    if (map.block != id || map.is_earlier) continue;
                    for (int row = 0; row < map.rows; ++row) drawn.insert(map.first.row + row);
                }
                CHECK(static_cast<int>(drawn.size()) <= positions);
            }
        });
    }
}

TEST_CASE("Masked entries are hatched, as numbers and in colour") {
    const Model model = ColourModel();
    const Recording recording = RecordingOf(model, FirstPieces(model, 12), 2);
    SceneView view{.playhead = {0, recording.StepOf(Stage::Softmax, 0)}, .size = {1000, 636}};
    const Scene scene = BuildScene(recording, view, FitPass(recording, view));
    const auto of_weights = [](const HeatMap& map) {
        return map.first.tensor == TensorId::AttentionWeights && !map.ghost;
    };
    const auto map = std::ranges::find_if(scene.maps, of_weights);
    REQUIRE(map != scene.maps.end());
    const auto index = static_cast<size_t>(map - scene.maps.begin());
    Theme theme;
    theme.palette = &PaletteOf(ThemeKind::Light);
    int hatched = 0;
    HeadlessUi ui([&](Hotspots&) {
        HeatTextureCache
            textures;  // without a graphics card: only what is below the image is drawn
        ImDrawList& list = *ImGui::GetForegroundDrawList();
        const int before = list.VtxBuffer.Size;
        PaintMap(
            {.list = list, .theme = theme, .textures = textures, .area = {{0, 0}, {1000, 636}}},
            scene, index, {});
        hatched = 0;
        for (int i = before; i < list.VtxBuffer.Size; ++i) {
            const ImU32 color = list.VtxBuffer[i].col;
            hatched += (color | IM_COL32_A_MASK) == (theme.colors().ghost | IM_COL32_A_MASK);
        }
    });
    ui.Frame();
    CHECK(hatched > 20);
}

}  // namespace decodescope
