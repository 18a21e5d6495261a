#include "app/views/batch/batch_counters.h"

#include <algorithm>
#include <cmath>

#include "app/panel/verdict.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kTileLeast = 190, kTileHeight = 66, kSecondLine = 20, kGap = 12, kRadius = 8,
                kInside = 14;
constexpr float kNumber = 20, kWords = 43;
constexpr int kTiles = 6;

struct Tile {
    const char* hotspot;
    std::string number;
    std::string words;
    std::string tip;
    std::optional<bool> agrees = std::nullopt;  // a tick or a cross before the number
};

std::string PercentText(double share, const NumberFormat& format) {
    NumberFormat whole = format;
    whole.decimals = 0;
    return FormatInput(std::round(100 * share), whole) + " %";
}

Tile DifferenceTile(const Panel& panel, const BatchViewData& data) {
    Tile tile{
        "batch.difference", "…", "difference from decoding alone",
        "Computed: every response is decoded again alone, by its own decoder with its own cache. "
        "The largest difference in hidden, logits, probabilities and tokens of any pass."};
    if (data.checks.empty()) return tile;
    tile.number = FormatInput(data.largest_difference(), panel.state.preferences.numbers);
    tile.agrees = data.all_agree();
    tile.tip += " " + std::to_string(data.checks.size()) + " of " + std::to_string(data.checkable) +
                (data.all_agree() ? " compared, none differ." : " compared, some differ.");
    if (data.is_checking) tile.words = "difference so far, comparing …";
    return tile;
}

std::vector<Tile> TilesOf(const Panel& panel, const BatchViewData& data) {
    const NumberFormat& format = panel.state.preferences.numbers;
    const char point = panel.point();
    const BatchTotals& totals = data.totals;
    const bool has_begun = data.step >= 0;
    const BatchStep none;
    const BatchStep& step = has_begun ? data.run->step(data.step) : none;
    const int selected = step.selected();
    const std::int64_t weights = step.counts.weight_bytes_read;
    return {
        {"batch.weight_bytes", FormatBytes(weights, point), "of weights read in this step",
         "Counted: each weight once for all slots, and the embedding of each different token."},
        {"batch.weights_per_token", selected > 0 ? FormatBytes(weights / selected, point) : "–",
         "of weights per selected token",
         "Counted: this step's bytes divided by the tokens selected in it. Decoded alone, every "
         "token reads all weights once."},
        {"batch.cache_bytes", FormatBytes(step.cache_bytes, point),
         step.shared_bytes > 0 ? "of cache, " + FormatBytes(step.shared_bytes, point) + " shared"
                               : "of cache in use",
         "Counted: the rows of all responses in slots; shared rows once."},
        {"batch.positions", FormatCount(totals.counts.KvPositions(data.run->config())),
         "positions computed so far",
         "Counted: positions whose K and V were computed. In this step " +
             FormatCount(step.counts.KvPositions(data.run->config())) + "."},
        {"batch.idle",
         FormatCount(totals.idle_slot_steps) + " of " + FormatCount(totals.slot_steps),
         "slot-steps idle, " + PercentText(totals.utilisation(), format) + " used",
         "Counted so far: steps times slots. An idle slot has no response."},
        DifferenceTile(panel, data),
    };
}

void DrawTile(const Panel& panel, const Tile& tile, Area area) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const float inside = panel.Px(kInside);
    pen.In(c.block).Fill(area, kRadius);
    pen.In(c.line).Frame(area.Grown(-panel.theme.Whole(1) / 2), kRadius);
    float x = area.min.x + inside;
    const float y = area.min.y + panel.Px(kNumber);
    if (tile.agrees) {
        const float radius = panel.Px(kVerdictRadius);
        DrawVerdict(pen, {x + radius, y}, *tile.agrees);
        x += 2 * radius + panel.Px(8);
    }
    const float half = panel.Px(kNumber) / 2;
    pen.In(FontRole::PanelTitle)
        .WriteIn({{x, y - half}, {area.max.x - inside, y + half}}, tile.number);
    pen.Muted().WriteParagraph({area.min.x + inside, area.min.y + panel.Px(kWords)}, tile.words,
                               area.width() - 2 * inside, 2);
    panel.Spot(tile.hotspot, area);
    Tip(panel.theme, area, tile.tip);
}

int ColumnsIn(const Panel& panel, float width) {
    const int fitting = static_cast<int>((width + panel.Px(kGap)) / panel.Px(kTileLeast + kGap));
    return std::clamp(fitting, 1, kTiles) >= kTiles ? kTiles : std::clamp(fitting, 1, 3);
}

struct TileSizes {
    int columns = 1;
    float width = 0, height = 0;
};

// If the words of any tile need a second line, all tiles have room for two.
TileSizes SizesIn(const Panel& panel, const std::vector<Tile>& tiles, float width) {
    const Pen pen = panel.pen();
    TileSizes sizes{.columns = ColumnsIn(panel, width)};
    const auto columns = static_cast<float>(sizes.columns);
    sizes.width = (width - panel.Px(kGap) * (columns - 1)) / columns;
    const float room = std::floor(sizes.width) - 2 * panel.Px(kInside);
    const bool is_short = std::ranges::all_of(
        tiles, [&](const Tile& tile) { return pen.Lines(tile.words, room) <= 1; });
    sizes.height = panel.Px(kTileHeight + (is_short ? 0 : kSecondLine));
    return sizes;
}

}  // namespace

float BatchCountersHeight(const Panel& panel, const BatchViewData& data, float width) {
    const TileSizes sizes = SizesIn(panel, TilesOf(panel, data), width);
    const int rows = (kTiles + sizes.columns - 1) / sizes.columns;
    return static_cast<float>(rows) * (sizes.height + panel.Px(kGap)) - panel.Px(kGap);
}

float DrawBatchCounters(const Panel& panel, const BatchViewData& data, Area area) {
    const std::vector<Tile> tiles = TilesOf(panel, data);
    const TileSizes sizes = SizesIn(panel, tiles, area.width());
    const float gap = panel.Px(kGap);
    for (size_t i = 0; i < tiles.size(); ++i) {
        const int at = static_cast<int>(i), row = at / sizes.columns, column = at % sizes.columns;
        const float x = area.min.x + static_cast<float>(column) * (sizes.width + gap);
        DrawTile(panel, tiles[i],
                 AreaAt(std::round(x), area.min.y + static_cast<float>(row) * (sizes.height + gap),
                        std::floor(sizes.width), sizes.height));
    }
    return area.min.y + BatchCountersHeight(panel, data, area.width());
}

}  // namespace decodescope
