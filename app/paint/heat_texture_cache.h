// Heat maps as textures: one texel per entry, so that a map of a million entries is one quad.
//
// A texture is made when a map is first painted at a size, kept while it is painted, and freed at
// the end of the first frame that does not paint it.
#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

#include "app/look/theme.h"
#include "app/scene/scene.h"

namespace decodescope {

// Where textures live: in the window's OpenGL, or nowhere in a test.
struct TextureMaker {
    // RGBA, 8 bits each, rows downwards: [height, width].
    std::function<ImTextureID(int width, int height, const ImU32* pixels)> make;
    std::function<void(ImTextureID)> free;
};

class HeatTextureCache {
public:
    HeatTextureCache() = default;
    explicit HeatTextureCache(TextureMaker maker) : maker_(std::move(maker)) {}
    ~HeatTextureCache();
    HeatTextureCache(const HeatTextureCache&) = delete;
    HeatTextureCache& operator=(const HeatTextureCache&) = delete;

    // Textures are made there from now on; earlier ones are freed.
    void Use(TextureMaker maker);

    // The texture of the map with this index in a scene, with at most these many rows and columns
    // (heat.h: the largest of each group). Null where nothing makes textures.
    ImTextureID Get(const Scene& scene, size_t map, int most_rows, int most_columns,
                    const Palette& palette);

    // Frees what the frame did not ask for. Called at its end, before it is rendered.
    void EndFrame();

    int count() const { return static_cast<int>(kept_.size()); }

private:
    // Scene, map, rows, columns, palette.
    using Key = std::tuple<std::uint64_t, size_t, int, int, const Palette*>;
    struct Kept {
        ImTextureID texture;
        bool is_used;
    };

    void FreeAll();

    TextureMaker maker_;
    std::map<Key, Kept> kept_;
    std::vector<ImU32> pixels_;  // of the present map; kept to reuse its memory
};

// The colours of a map, row by row: [share_rows, share_columns]. Masked entries are transparent,
// and what is not a number is ink.
void ColorEntries(const HeatMap& map, const Palette& palette, std::vector<ImU32>& pixels);

}  // namespace decodescope
