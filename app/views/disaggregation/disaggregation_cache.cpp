#include "app/views/disaggregation/disaggregation_cache.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/views/disaggregation/disaggregation_hotspot.h"
#include "app/widgets/number_cell.h"
#include "app/widgets/token_chip.h"
#include "core/base/number.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kRadius = 8, kBorder = 3, kInset = 10, kBand = 34, kIndex = 26, kMadeIn = 78;
constexpr float kLeastPart = 16, kRowGap = 4, kPairGap = 12, kMostChip = 150, kMostHeatCell = 16;
constexpr int kMostNumbers = 4, kMostHeatCells = 32;

// --- K and V -------------------------------------------------------------------------------------

// All heads of a cached row, side by side.
std::vector<double> CachedRow(const Recording& recording, TensorId tensor, int layer,
                              int position) {
    std::vector<double> numbers;
    const Config& config = recording.config();
    for (int head = 0; head < config.kv_heads; ++head) {
        for (int column = 0; column < config.head_dim; ++column) {
            const Cell cell{tensor, layer, head, position, column};
            if (!recording.Has(cell)) return {};
            numbers.push_back(recording.At(cell));
        }
    }
    return numbers;
}

// The largest of each group of neighbours, where there are too many to tell apart.
std::vector<double> Grouped(const std::vector<double>& numbers, size_t most) {
    if (numbers.size() <= most) return numbers;
    std::vector<double> groups(most, 0.0);
    for (size_t i = 0; i < numbers.size(); ++i) {
        double& group = groups[i * most / numbers.size()];
        if (!(std::abs(numbers[i]) <= std::abs(group))) group = numbers[i];
    }
    return groups;
}

// How K and V are shown: as numbers where they fit, else as colours of one range in both caches.
struct RowStyle {
    int layer = 0;
    bool are_numbers = false;
    double range = 0;
    float index_end = 0, chip_end = 0, k = 0, v = 0, end = 0;  // x
    float cell = 0;

    float PartWidth() const { return v - k; }
};

// The range of all rows, and the width of their longest number.
void Measure(const Panel& panel, int positions, RowStyle& style, float& widest) {
    const Recording& recording = panel.recording();
    const Pen digits = panel.pen().In(FontRole::Mono);
    const bool are_few = recording.config().kv_width() <= kMostNumbers;
    for (int position = 0; position < positions; ++position) {
        for (const TensorId tensor : {TensorId::CachedK, TensorId::CachedV}) {
            for (const double number : CachedRow(recording, tensor, style.layer, position)) {
                if (std::isfinite(number)) style.range = std::max(style.range, std::abs(number));
                if (!are_few) continue;
                const std::string words = FormatNumber(number, panel.state.preferences.numbers);
                widest = std::max(widest, digits.Width(words));
            }
        }
    }
}

RowStyle StyleOf(const Panel& panel, Area inside) {
    const Recording& recording = panel.recording();
    RowStyle style;
    style.layer = panel.state.ui.layer;
    float chip = 0, widest = 0;
    const int positions = recording.prompt_length() + recording.pass_count() - 1;
    for (int position = 0; position < std::min(positions, static_cast<int>(recording.ids().size()));
         ++position) {
        const TokenId id = recording.ids()[static_cast<size_t>(position)];
        chip =
            std::max(chip, ChipWidth(panel.theme, TokenText(recording, id), "", ChipSize::Small));
    }
    Measure(panel, positions, style, widest);
    style.index_end = inside.min.x + panel.Px(kIndex);
    const float room = inside.max.x - style.index_end - panel.Px(kMadeIn);
    style.chip_end =
        style.index_end + std::min({chip, panel.Px(kMostChip), std::round(room * 0.4f)});
    const float gap = panel.Px(kPairGap);
    float part = (inside.max.x - panel.Px(kMadeIn) - style.chip_end) / 2 - gap;
    if (part < panel.Px(kLeastPart)) part = 0;  // no room for K and V at all
    const int width = recording.config().kv_width();
    const float number = widest + panel.Px(2 * panel.theme.metrics.text_gap);
    style.are_numbers =
        width <= kMostNumbers && number * static_cast<float>(width) <= part && widest > 0;
    const auto cells = static_cast<float>(std::min(width, kMostHeatCells));
    style.cell = style.are_numbers ? number : std::min(panel.Px(kMostHeatCell), part / cells);
    const float used = style.cell * cells;
    style.k = style.chip_end + (used > 0 ? gap : 0);
    style.v = style.k + used + (used > 0 ? gap : 0);
    style.end = style.v + used;
    return style;
}

void DrawNumbers(const Panel& panel, Area part, const RowStyle& style, TensorId tensor,
                 int position) {
    const Palette& c = panel.theme.colors();
    const std::vector<double> numbers = Grouped(
        CachedRow(panel.recording(), tensor, style.layer, position), size_t{kMostHeatCells});
    const ImU32 tint = tensor == TensorId::CachedK ? c.k.tint : c.v.tint;
    const float gap = style.are_numbers ? panel.Px(panel.theme.metrics.cell_gap) : 0;
    for (size_t i = 0; i < numbers.size(); ++i) {
        const float x = part.min.x + style.cell * static_cast<float>(i);
        const Area cell{{x, part.min.y}, {x + style.cell - gap, part.max.y}};
        if (style.are_numbers) {
            DrawNumberCell(panel.pen(), cell, tint,
                           FormatNumber(numbers[i], panel.state.preferences.numbers),
                           CellStyle::Plain);
        } else {
            const double share = style.range > 0 ? numbers[i] / style.range : 0;
            panel.pen().In(SignedColor(c, static_cast<float>(share))).Fill(cell);
        }
    }
}

// --- Rows ----------------------------------------------------------------------------------------

void DrawSlot(const Panel& panel, Area row, const RowStyle& style, bool is_next) {
    const Palette& c = panel.theme.colors();
    const Metrics& m = panel.theme.metrics;
    const Area slot{{style.index_end, row.min.y + panel.Px(2)},
                    {row.max.x, row.max.y - panel.Px(2)}};
    DrawDashedRect(panel.pen().list, slot, panel.Px(m.chip_radius),
                   is_next ? c.cached.stroke : c.ghost, panel.theme.Whole(m.hairline),
                   {panel.Px(m.dash_off), panel.Px(m.dash_off)});
}

void DrawRow(const Panel& panel, Area row, const RowStyle& style, const DisaggregationRow& what) {
    const Palette& c = panel.theme.colors();
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    const bool is_cached = what.state == TokenState::Cached;
    const float half_gap = panel.Px(kRowGap) / 2;
    if (what.in_pass) {
        const Area band{{row.min.x - half_gap, row.min.y}, {row.max.x + half_gap, row.max.y}};
        pen.In(c.now_fill).Fill(band, m.chip_radius);
        pen.In(c.now_edge).Frame(band, m.chip_radius);
    }
    const ImU32 ink = what.in_pass ? c.on_now : c.muted;
    const float y = row.center().y;
    pen.In(FontRole::Mono, ink)
        .WriteRight({style.index_end - panel.Px(m.gap), y}, std::to_string(what.position));
    const Area chip{{style.index_end, row.min.y + half_gap},
                    {style.chip_end, row.max.y - half_gap}};
    DrawTokenChip(pen, chip, {what.state, false, what.origin},
                  TokenText(panel.recording(), what.id), "", ChipSize::Small);
    const Area made{{is_cached ? style.end + panel.Px(m.number_gap) : style.k, row.min.y}, row.max};
    pen.In(is_cached ? ink : c.muted)
        .Strong(what.is_recomputed || what.in_pass || what.is_received)
        .In(what.is_received ? c.cached.text : ink)
        .WriteIn(made, what.made_in, Anchor::Right);
    if (!is_cached) return;
    const Area part{{style.k, row.min.y + half_gap / 2},
                    {style.k + style.PartWidth(), row.max.y - half_gap / 2}};
    DrawNumbers(panel, part, style, TensorId::CachedK, what.position);
    DrawNumbers(panel, {{style.v, part.min.y}, {style.end, part.max.y}}, style, TensorId::CachedV,
                what.position);
}

void DrawHeads(const Panel& panel, Area inside, float y, const RowStyle& style) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen().Strong();
    const float used = style.end - style.v;
    if (used <= 0) return;
    pen.In(c.k.text).WriteMiddle({style.k + used / 2, y}, "K");
    pen.In(c.v.text).WriteMiddle({style.v + used / 2, y}, "V");
    panel.pen().Muted().WriteIn(
        {{style.end, y - panel.Px(kInset)}, {inside.max.x, y + panel.Px(kInset)}}, "made in",
        Anchor::Right);
}

}  // namespace

std::optional<float> CacheRows::CenterAt(int position) const {
    const auto found = std::ranges::find(positions, position);
    if (found == positions.end()) return std::nullopt;
    return CenterOf(static_cast<size_t>(found - positions.begin()));
}

std::vector<int> ShownPositions(int total, int now, int most) {
    constexpr int kFirst = 2;
    const int lines = std::min(total, std::max(most, kFewestRows));
    const bool folds = now >= lines && total > lines;
    const int window = folds ? lines - kFirst - 1 : lines - std::min(lines, kFirst);
    const int end = folds ? std::min(now + 1, total) : lines;
    std::vector<int> shown;
    for (int position = 0; position < std::min(lines, kFirst); ++position)
        shown.push_back(position);
    if (folds && end - window > kFirst) shown.push_back(CacheRows::kFold);
    for (int position = end - window; position < end; ++position) shown.push_back(position);
    return shown;
}

CacheRows PlanCacheRows(const Panel& panel, float top, float room, int total, int now) {
    const float least = panel.Px(kLeastPitch);
    CacheRows rows;
    rows.top = top;
    rows.positions = ShownPositions(total, now, static_cast<int>(room / least));
    rows.folded = total - static_cast<int>(rows.positions.size());
    const auto lines = static_cast<float>(std::max<size_t>(1, rows.positions.size()));
    rows.pitch = std::floor(std::clamp(room / lines, least, panel.Px(kMostPitch)));
    for (size_t i = 0; i + 1 < rows.positions.size(); ++i) {
        if (rows.positions[i] == CacheRows::kFold)
            rows.folded = rows.positions[i + 1] - rows.positions[i - 1] - 1;
    }
    return rows;
}

void DrawWorkerCache(const Panel& panel, Area box, const Worker& worker, const CacheRows& rows) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const bool is_now = worker.appends;
    const Area band{box.min, {box.max.x, box.min.y + panel.Px(kBand)}};
    pen.In(c.block).Fill(box, kRadius);
    pen.In(is_now ? c.now_fill : c.cached.tint).Fill(band, kRadius);
    pen.In(c.cached.stroke).Frame(box, kRadius, kBorder);
    const Area inside{{box.min.x + panel.Px(kInset), box.min.y},
                      {box.max.x - panel.Px(kInset), box.max.y}};
    const int layers = panel.recording().config().layers;
    const ImU32 ink = is_now ? c.on_now : c.cached.text;
    const Pen title = pen.In(FontRole::PanelTitle, ink);
    title.WriteIn({{inside.min.x, band.min.y}, {inside.max.x, band.max.y}}, "KV cache");
    const float x = inside.min.x + title.Width("KV cache");
    const std::string count = worker.appends ? std::to_string(worker.cached() - worker.appended) +
                                                   " → " + CountText(worker.cached(), "row")
                                             : CountText(worker.cached(), "row");
    const std::string layer = layers > 1 ? "layer " + std::to_string(panel.state.ui.layer) +
                                               " of " + std::to_string(layers)
                                         : "";
    const Pen quiet = pen.In(is_now ? c.on_now : c.muted);
    quiet.WriteAtEnds({{x + panel.Px(kInset), band.min.y}, {inside.max.x, band.max.y}}, layer,
                      count);

    const RowStyle style = StyleOf(panel, inside);
    DrawHeads(panel, inside, band.max.y + panel.Px(kCacheAbove - kBand) / 2, style);
    for (size_t line = 0; line < rows.positions.size(); ++line) {
        const int position = rows.positions[line];
        const float middle = rows.CenterOf(line), half = rows.pitch / 2;
        const Area row{{inside.min.x, middle - half}, {inside.max.x, middle + half}};
        if (position == CacheRows::kFold) {
            pen.Muted().WriteMiddle(row.center(), CountText(rows.folded, "more row"));
        } else if (position < std::ssize(worker.rows)) {
            DrawRow(panel, row, style, worker.rows[static_cast<size_t>(position)]);
            SpotInView(panel, worker.name + ".row." + std::to_string(position), row);
        } else if (worker.grows) {
            DrawSlot(panel, row, style, position == std::ssize(worker.rows));
        }
    }
}

}  // namespace decodescope
