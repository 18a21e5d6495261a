#include "app/scene/heat_legend.h"

#include <array>

#include "app/scene/heat.h"
#include "app/scene/scene_builder.h"

namespace decodescope {
namespace {

// "±2.09" in the title row of the map's block, where there is room.
void AddRange(SceneBuilder& builder, const HeatMap& map, float range) {
    const Rect room = builder.title_rooms[static_cast<size_t>(map.block)];
    const NumberFormat two_places{.decimals = 2,
                                  .decimal_comma = builder.view.numbers.decimal_comma};
    const std::string number = FormatNumber(static_cast<double>(range), two_places);
    const std::string words = map.scale == HeatScale::Signed ? "±" + number : "0–" + number;
    const float width = builder.view.measure(TextStyle::Mono, words);
    if (width > room.width) return;
    const Tone tone =
        builder.BlockOf(map.block).state == BlockState::Current ? Tone::OnNow : Tone::Muted;
    builder.AddText({room.right() - width, room.y, width, room.height}, words, TextStyle::Mono,
                    tone);
}

}  // namespace

void AddHeatLegend(SceneBuilder& builder) {
    const Ranges ranges = ShareMaps(builder.scene.maps);
    std::array<bool, kBlockCount> has_words{};
    bool any_signed = false;
    for (const HeatMap& map : builder.scene.maps) {
        if (map.ghost) continue;
        any_signed |= map.scale == HeatScale::Signed;
        bool& has = has_words[static_cast<size_t>(map.block)];
        if (!has) AddRange(builder, map, RangeOf(ranges, map.first.tensor));
        has = true;
    }
    if (!any_signed) return;
    // Below the way back from the tray, as far as there is room.
    const float x = builder.layout.PlaceOf(BlockId::Query).x;
    const float y = builder.layout.tray_line + 16, line = 20;
    const float end = builder.layout.PlaceOf(BlockId::Tray).x - 8;
    const float bottom = builder.layout.bounds.bottom();
    if (y + line > bottom) return;
    builder.AddText({x, y, 12, line}, "−", TextStyle::Mono, Tone::Muted);
    builder.scene.bands.push_back({BandKind::Legend, {x + 14, y + 5, 72, 10}});
    builder.AddText({x + 90, y, 12, line}, "+", TextStyle::Mono, Tone::Muted);
    if (y + 22 + line > bottom) return;
    builder.AddText({x, y + 22, end - x, line}, "range beside each name", TextStyle::Plain,
                    Tone::Muted);
}

}  // namespace decodescope
