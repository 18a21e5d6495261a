// What the colours of heat maps mean, in words: the range beside each name, and the legend.

#include <array>

#include "app/scene/heat.h"
#include "app/scene/scene_builder.h"

namespace decodescope {

void Builder::ShareScale() {
    const Ranges ranges = ShareMaps(scene_.maps);
    std::array<bool, kBlockCount> has_words{};
    bool any_signed = false;
    for (const HeatMap& map : scene_.maps) {
        if (map.ghost) continue;
        any_signed |= map.scale == HeatScale::Signed;
        bool& has = has_words[static_cast<size_t>(map.block)];
        if (!has) AddRange(map, RangeOf(ranges, map.first.tensor));
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
