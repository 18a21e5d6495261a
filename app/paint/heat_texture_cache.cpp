#include "app/paint/heat_texture_cache.h"

#include <algorithm>
#include <cmath>

#include "app/scene/heat.h"

namespace decodescope {
namespace {

constexpr int kSteps = 512;  // of a colour scale: finer than 8 bits a channel can show

// A colour scale as a table, from its smallest share to its largest.
std::array<ImU32, kSteps + 1> TableOf(const Palette& palette, HeatScale scale) {
    std::array<ImU32, kSteps + 1> table;
    for (size_t i = 0; i < table.size(); ++i) {
        const float share = static_cast<float>(i) / kSteps;
        table[i] = scale == HeatScale::Signed ? SignedColor(palette, 2 * share - 1)
                                              : MagnitudeColor(palette, share, false);
    }
    return table;
}

}  // namespace

void ColorEntries(const HeatMap& map, const Palette& palette, std::vector<ImU32>& pixels) {
    const std::array<ImU32, kSteps + 1> table = TableOf(palette, map.scale);
    const float least = map.scale == HeatScale::Signed ? -1.0f : 0.0f;
    const float steps = kSteps / (1.0f - least);
    pixels.resize(map.shares.size());
    std::ranges::transform(map.shares, pixels.begin(), [&](float share) -> ImU32 {
        if (share == kMaskedShare) return 0;
        if (std::isnan(share)) return palette.ink;
        const float at = std::clamp((share - least) * steps + 0.5f, 0.0f, float{kSteps});
        return table[static_cast<size_t>(at)];
    });
}

HeatTextureCache::~HeatTextureCache() { FreeAll(); }

void HeatTextureCache::Use(TextureMaker maker) {
    FreeAll();
    maker_ = std::move(maker);
}

ImTextureID HeatTextureCache::Get(const Scene& scene, size_t map, int most_rows, int most_columns,
                                  const Palette& palette) {
    if (!maker_.make) return {};
    const HeatMap& whole = scene.maps[map];
    const int rows = std::min(whole.share_rows, most_rows);
    const int columns = std::min(whole.share_columns, most_columns);
    const Key key{scene.stamp, map, rows, columns, &palette};
    const auto found = kept_.find(key);
    if (found != kept_.end()) {
        found->second.is_used = true;
        return found->second.texture;
    }
    const bool is_whole = rows == whole.share_rows && columns == whole.share_columns;
    ColorEntries(is_whole ? whole : Reduced(whole, rows, columns), palette, pixels_);
    const ImTextureID texture = maker_.make(columns, rows, pixels_.data());
    kept_.emplace(key, Kept{texture, true});
    return texture;
}

void HeatTextureCache::EndFrame() {
    for (auto it = kept_.begin(); it != kept_.end();) {
        if (std::exchange(it->second.is_used, false)) {
            ++it;
        } else {
            maker_.free(it->second.texture);
            it = kept_.erase(it);
        }
    }
}

void HeatTextureCache::FreeAll() {
    for (const auto& [key, kept] : kept_) maker_.free(kept.texture);
    kept_.clear();
}

}  // namespace decodescope
