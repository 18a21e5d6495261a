// Heat maps: what fills them, how they become textures, and how long those live.
#include <cmath>
#include <limits>
#include <set>

#include "app/paint/heat_texture_cache.h"
#include "app/scene/heat.h"
#include "app/scene/overview.h"
#include "app/scene/pick.h"
#include "app/scene/scene_cache.h"
#include "tests/support/catch.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

// Stands for a graphics card: hands out numbers and remembers which are alive.
struct FakeTextures {
    std::set<std::uintptr_t> alive;
    std::uintptr_t made = 0;
    int last_width = 0, last_height = 0;

    TextureMaker Maker() {
        return {.make =
                    [this](int width, int height, const ImU32*) {
                        last_width = width;
                        last_height = height;
                        alive.insert(++made);
                        return reinterpret_cast<ImTextureID>(made);
                    },
                .free =
                    [this](ImTextureID id) {
                        REQUIRE(alive.erase(reinterpret_cast<std::uintptr_t>(id)) == 1);
                    }};
    }
};

Scene SceneWithMap(int rows, int columns) {
    Scene scene;
    scene.stamp = 1;
    HeatMap map{.rows = rows,
                .columns = columns,
                .shares = {},
                .share_rows = rows,
                .share_columns = columns};
    map.shares.assign(static_cast<size_t>(rows) * static_cast<size_t>(columns), 0.5f);
    scene.maps.push_back(std::move(map));
    return scene;
}

}  // namespace

TEST_CASE("A map holds the recording's own numbers, the future of each row masked") {
    const Model model = ColourModel();
    const Recording recording = RecordingOf(model, FirstPieces(model, 5), 4);
    HeatMap map{
        .first = {TensorId::AttentionWeights, 1, 2, 0, 0}, .rows = 8, .columns = 8, .shares = {}};
    FillMap(recording, map, 8, 8);
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 8; ++column) {
            const float share = map.shares[static_cast<size_t>(8 * row + column)];
            if (column > row)
                CHECK(share == kMaskedShare);
            else
                CHECK(share == static_cast<float>(
                                   recording.At({TensorId::AttentionWeights, 1, 2, row, column})));
        }
    }
}

TEST_CASE("A map filled in groups is the filled map grouped") {
    const Model model = ColourModel();
    const Recording recording = RecordingOf(model, FirstPieces(model, 5), 4);
    for (const Cell first :
         {Cell{TensorId::AttentionWeights, 0, 1, 0, 0}, Cell{TensorId::ResidualIn, 0, 0, 0, 0}}) {
        HeatMap whole{.first = first, .rows = 8, .columns = 8, .shares = {}};
        HeatMap grouped = whole;
        FillMap(recording, whole, 8, 8);
        for (const int most : {1, 3, 5, 7, 8}) {
            FillMap(recording, grouped, most, 3);
            CHECK(grouped.shares == Reduced(whole, most, 3).shares);
        }
    }
}

TEST_CASE("Every entry of a map is in exactly one group, whatever the sizes") {
    for (int columns = 1; columns <= 40; ++columns) {
        for (int groups = 1; groups <= columns; ++groups) {
            for (int large = 0; large < columns; large += 3) {
                HeatMap map{.rows = 1,
                            .columns = columns,
                            .shares = {},
                            .share_rows = 1,
                            .share_columns = columns};
                map.shares.assign(static_cast<size_t>(columns), 0.1f);
                map.shares[static_cast<size_t>(large)] = -0.9f;
                const HeatMap reduced = Reduced(map, 1, groups);
                CHECK(std::ranges::count(reduced.shares, -0.9f) == 1);
                CHECK(reduced.shares[static_cast<size_t>(large * groups / columns)] == -0.9f);
            }
        }
    }
}

TEST_CASE("A texture has one colour an entry: the scale's, nothing for the masked, ink for NaN") {
    const Palette& palette = PaletteOf(ThemeKind::Light);
    HeatMap map{.rows = 1, .columns = 6, .scale = HeatScale::Signed, .shares = {}};
    map.shares = {-1, 0, 1, kMaskedShare, std::numeric_limits<float>::quiet_NaN(), 7};
    std::vector<ImU32> pixels;
    ColorEntries(map, palette, pixels);
    CHECK(pixels[0] == SignedColor(palette, -1));
    CHECK(pixels[1] == SignedColor(palette, 0));
    CHECK(pixels[2] == SignedColor(palette, 1));
    CHECK(pixels[3] == 0);
    CHECK(pixels[4] == palette.ink);
    CHECK(pixels[5] == SignedColor(palette, 1));
}

TEST_CASE("A texture is made once, kept while it is painted, and let go after that") {
    FakeTextures fake;
    {
        HeatTextureCache textures(fake.Maker());
        const Scene scene = SceneWithMap(20, 30);
        const Palette& palette = PaletteOf(ThemeKind::Dark);
        const ImTextureID first = textures.Get(scene, 0, 100, 100, palette);
        CHECK(fake.last_width == 30);
        CHECK(fake.last_height == 20);
        textures.EndFrame();
        CHECK(textures.Get(scene, 0, 100, 100, palette) == first);
        CHECK(fake.made == 1);
        textures.Get(scene, 0, 10, 10, palette);  // seen from further away
        CHECK(fake.last_width == 10);
        textures.EndFrame();
        CHECK(textures.count() == 2);
        textures.Get(scene, 0, 10, 10, palette);
        textures.EndFrame();
        CHECK(fake.alive.size() == 1);
    }
    CHECK(fake.alive.empty());
}

TEST_CASE("Where nothing makes textures there are none") {
    HeatTextureCache textures;
    CHECK(textures.Get(SceneWithMap(2, 2), 0, 9, 9, PaletteOf(ThemeKind::Light)) == ImTextureID{});
}

TEST_CASE("A scene is built again only when something that shows has changed") {
    const auto recording = std::make_shared<const Recording>(RecordingOf(ToyModel(), "A B", 4));
    SceneCache memo;
    SceneView view{.playhead = {0, 3}};
    const std::uint64_t stamp = memo.Get(recording, view, 1).stamp;
    CHECK(memo.Get(recording, view, 1).stamp == stamp);
    view.playhead = {0, 4};
    CHECK(memo.Get(recording, view, 1).stamp == stamp + 1);
    view.numbers.decimal_comma = true;
    CHECK(memo.Get(recording, view, 1).stamp == stamp + 2);
    CHECK(memo.Get(recording, view, 2).stamp == stamp + 3);
    CHECK(memo.Get(std::make_shared<const Recording>(*recording), view, 2).stamp == stamp + 4);
}

// --- The overview --------------------------------------------------------------------------------

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
