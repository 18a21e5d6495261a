#include "app/paint/heat_texture_cache.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <set>

#include "tests/support/catch.h"

namespace decodescope {
namespace {

// In place of a graphics card: hands out numbers and remembers which are in use.
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

TEST_CASE("A texture has one colour per entry: the scale's, none where it is masked, ink for NaN") {
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

TEST_CASE("A texture is made once, kept while it is painted, and freed after that") {
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

}  // namespace decodescope
