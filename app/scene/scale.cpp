// What the colours of heat maps mean: a range for each value, and the words that say so.

#include <algorithm>
#include <array>
#include <cmath>

#include "app/scene/builder.h"

namespace decodescope {
namespace {

// Values that are compared by eye, before and after RoPE and in the cache, share one range.
Value RangeOf(Value value) {
    switch (value) {
        case Value::QueryRotated: return Value::Query;
        case Value::KeyRotated:
        case Value::CachedKey: return Value::Key;
        case Value::CachedValue: return Value::ValueVector;
        default: return value;
    }
}

bool Counts(float share) { return std::isfinite(share) && share != kMaskedShare; }

using Ranges = std::array<float, kValueCount>;

// The largest size of each value in the maps, which hold plain numbers so far.
Ranges RangesOf(const std::vector<HeatMap>& maps) {
    Ranges ranges{};
    for (const HeatMap& map : maps) {
        float& largest = ranges[static_cast<size_t>(RangeOf(map.first.value))];
        for (const float share : map.shares) {
            if (Counts(share)) largest = std::max(largest, std::abs(share));
        }
    }
    return ranges;
}

// A number as a share of its range; magnitudes on a square-root scale, so that small weights show.
float ShareOf(float number, float range, HeatScale scale) {
    if (number == kMaskedShare || std::isnan(number)) return number;
    if (std::isinf(number)) return number > 0 ? 1.0f : -1.0f;
    const float share = range > 0 ? number / range : 0.0f;
    return scale == HeatScale::Signed ? share : std::sqrt(std::max(share, 0.0f));
}

}  // namespace

void Builder::ShareScale() {
    const Ranges ranges = RangesOf(scene_.maps);
    std::array<bool, kBlockCount> has_words{};
    bool any_signed = false;
    for (HeatMap& map : scene_.maps) {
        const float range = ranges[static_cast<size_t>(RangeOf(map.first.value))];
        for (float& share : map.shares) share = ShareOf(share, range, map.scale);
        if (map.ghost) continue;
        any_signed |= map.scale == HeatScale::Signed;
        bool& has = has_words[static_cast<size_t>(map.block)];
        if (!has) AddRange(map, range);
        has = true;
    }
    if (!any_signed) return;
    const Rect& query = layout_.PlaceOf(BlockId::Query);
    const float y = layout_.tray_line + 16;
    AddText({query.x, y, 12, 20}, "−", TextStyle::Mono, Tone::Muted);
    scene_.bands.push_back({BandKind::Legend, {query.x + 14, y + 5, 72, 10}});
    AddText({query.x + 90, y, 90, 20}, "+", TextStyle::Mono, Tone::Muted);
    AddText({query.x, y + 22, 180, 20}, "± is beside each name", TextStyle::Plain, Tone::Muted);
}

// "±2.09" in the title row of the map's block, where there is room.
void Builder::AddRange(const HeatMap& map, float range) {
    const Rect room = title_rooms_[static_cast<size_t>(map.block)];
    const NumberFormat two_places{.decimals = 2, .decimal_comma = view_.numbers.decimal_comma};
    const std::string number = FormatNumber(static_cast<double>(range), two_places);
    const std::string words = map.scale == HeatScale::Signed ? "±" + number : "0–" + number;
    const float width = view_.measure(TextStyle::Mono, words);
    if (width > room.width) return;
    const Tone tone = BlockOf(map.block).state == BlockState::Current ? Tone::OnNow : Tone::Muted;
    AddText({room.right() - width, room.y, width, room.height}, words, TextStyle::Mono, tone);
}

}  // namespace decodescope
