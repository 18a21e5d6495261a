#include "app/views/disaggregation/disaggregation_transfer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/views/disaggregation/disaggregation_hotspot.h"
#include "app/widgets/token_chip.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kBoxWidth = 172, kBoxLine = 25, kBoxPadding = 10, kRadius = 8, kMargin = 6;
constexpr float kLine = 1.5f, kHead = 9, kChipRoom = 34, kFactWidth = 190;

enum class Progress { Ahead, Now, Done };

Progress ProgressOf(const DisaggregationViewData& data) {
    if (data.step < kTransferStep) return Progress::Ahead;
    return data.step == kTransferStep ? Progress::Now : Progress::Done;
}

struct ArrowStyle {
    ImU32 color;
    bool is_dashed = false;
    bool is_lit = false;
};

void DrawArrow(const Panel& panel, float x0, float x1, float y, const ArrowStyle& style) {
    ImDrawList& list = panel.pen().list;
    const float head = panel.Px(kHead), width = panel.Px(kLine);
    const ImVec2 line[] = {{x0, y}, {x1 - head, y}};
    if (style.is_lit) {
        list.AddLine(line[0], line[1], panel.theme.colors().now_fill, 5 * width);
    }
    if (style.is_dashed) {
        DrawDashedLine(list, line, 2, style.color, width, {panel.Px(6), panel.Px(4)});
    } else {
        list.AddLine(line[0], line[1], style.color, width);
    }
    list.AddTriangleFilled({x1, y}, {x1 - head, y - head / 2}, {x1 - head, y + head / 2},
                           style.color);
}

// The area between the caches where rows cross.
struct Span {
    float top = 0, bottom = 0;
    bool has_rows = false;
};

Span DrawRowArrows(const Panel& panel, Area area, const DisaggregationViewData& data,
                   const CacheRows& rows) {
    const Palette& c = panel.theme.colors();
    const Progress progress = ProgressOf(data);
    const ArrowStyle style{.color = progress == Progress::Ahead ? c.ghost_arrow : c.cached.stroke,
                           .is_dashed = progress == Progress::Ahead,
                           .is_lit = progress == Progress::Now};
    const float margin = panel.Px(kMargin);
    Span span{.top = rows.top, .bottom = rows.top};
    for (const DisaggregationRow& row : data.sent) {
        const std::optional<float> y = rows.CenterAt(row.position);
        if (!y) continue;
        DrawArrow(panel, area.min.x + margin, area.max.x - margin, std::round(*y), style);
        span.bottom = std::max(span.bottom, *y + rows.pitch / 2);
        span.has_rows = true;
    }
    return span;
}

// How much is sent, over the middle of the arrows. Returns its lower edge.
float DrawAmount(const Panel& panel, Area area, const DisaggregationViewData& data, Span span) {
    const Palette& c = panel.theme.colors();
    const Recording& recording = panel.recording();
    const int layers = recording.config().layers, count = static_cast<int>(data.sent.size());
    const LayerBytes layer =
        BytesPerLayer(recording.config(), recording.model().precision(), count);
    const Progress progress = ProgressOf(data);
    const std::string state = progress == Progress::Ahead ? "KV cache, to be sent"
                              : progress == Progress::Now ? "KV cache in transit"
                                                          : "KV cache sent";
    const std::string rows =
        CountText(count, "row") + (layers > 1 ? " × " + CountText(layers, "layer") : "");
    const float width = std::min(panel.Px(kBoxWidth), area.width() - 4 * panel.Px(kMargin));
    const float height = 3 * panel.Px(kBoxLine) + 2 * panel.Px(kBoxPadding);
    const float middle = span.has_rows
                             ? std::max((span.top + span.bottom) / 2, span.top + height / 2)
                             : span.top + height / 2;
    const Area box = AreaAt(std::round(area.center().x - width / 2),
                            std::round(middle - height / 2), width, height);
    const Pen pen = panel.pen();
    const bool is_now = progress == Progress::Now;
    pen.In(is_now ? c.now_tint : c.block).Fill(box, kRadius);
    pen.In(progress == Progress::Ahead ? c.line : c.cached.stroke).Frame(box, kRadius);
    const Area inside = box.Grown(-panel.Px(kMargin));
    const auto line_at = [&](int line) {
        const float y =
            box.min.y + panel.Px(kBoxPadding) + panel.Px(kBoxLine) * static_cast<float>(line);
        return Area{{inside.min.x, y}, {inside.max.x, y + panel.Px(kBoxLine)}};
    };
    pen.Strong().In(is_now ? c.ink : c.cached.text).WriteIn(line_at(0), state, Anchor::Middle);
    pen.WriteIn(line_at(1), count == 0 ? "no rows: an empty cache" : rows, Anchor::Middle);
    pen.In(FontRole::MonoStrong)
        .WriteIn(line_at(2), FormatCount(layer.both() * layers) + " bytes", Anchor::Middle);
    return box.max.y;
}

// The first token, as an ID. Returns where it ends.
float DrawId(const Panel& panel, Area area, const DisaggregationViewData& data, float y) {
    const Palette& c = panel.theme.colors();
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    if (!data.sent_token) {
        const Area line{{area.min.x + panel.Px(kMargin), y}, {area.max.x, y + panel.Px(24)}};
        pen.Muted().WriteIn({line.min, {line.max.x - panel.Px(kMargin), line.max.y}},
                            "no token is sent", Anchor::Middle);
        return line.max.y;
    }
    const std::string id = "ID " + std::to_string(*data.sent_token);
    const float width = ChipWidth(panel.theme, "", id), height = panel.Px(m.chip_height);
    const Area chip = AreaAt(std::round(area.center().x - width / 2), y, width, height);
    const bool is_ahead = ProgressOf(data) == Progress::Ahead;
    const ArrowStyle style{.color = is_ahead ? c.ghost_arrow : c.waiting.stroke, .is_dashed = true};
    const float gap = panel.Px(m.gap), margin = panel.Px(kMargin), middle = chip.center().y;
    DrawDashedLine(
        pen.list,
        std::array{ImVec2{area.min.x + margin, middle}, ImVec2{chip.min.x - gap, middle}}.data(), 2,
        style.color, panel.Px(kLine), {panel.Px(6), panel.Px(4)});
    DrawArrow(panel, chip.max.x + gap, area.max.x - margin, middle, style);
    DrawTokenChip(pen, chip,
                  {TokenState::Waiting, ProgressOf(data) == Progress::Now, TokenOrigin::Generated},
                  "", id);
    const Area words{{area.min.x + margin, chip.max.y},
                     {area.max.x - margin, chip.max.y + panel.Px(kChipRoom)}};
    if (words.max.y > area.max.y) return chip.max.y;
    pen.Muted().WriteIn(words, "the first token: no K, no V", Anchor::Middle);
    return words.max.y;
}

// K and V of one layer, where there is room for them.
void DrawFacts(const Panel& panel, Area area, const DisaggregationViewData& data, float y) {
    const Recording& recording = panel.recording();
    const LayerBytes layer = BytesPerLayer(recording.config(), recording.model().precision(),
                                           static_cast<int>(data.sent.size()));
    const float line = panel.Px(kBoxLine);
    if (y + 2.5f * line > area.max.y) return;
    const float width = std::min(panel.Px(kFactWidth), area.width() - 2 * panel.Px(kMargin));
    const float x = std::round(area.center().x - width / 2);
    const Pen pen = panel.pen();
    pen.In(panel.theme.colors().line).Horizontal(x, x + width, y + line / 4);
    const std::pair<const char*, std::int64_t> facts[] = {{"K of a layer", layer.keys},
                                                          {"V of a layer", layer.values}};
    y += line / 2;
    for (const auto& [name, bytes] : facts) {
        pen.Muted().WriteAtEnds(AreaAt(x, y, width, line), name, FormatCount(bytes) + " bytes");
        y += line;
    }
}

}  // namespace

void DrawTransfer(const Panel& panel, Area area, const DisaggregationViewData& data,
                  const CacheRows& rows) {
    const Span span = DrawRowArrows(panel, area, data, rows);
    float y = DrawAmount(panel, area, data, span);
    y = DrawId(panel, area, data, std::max(y, span.bottom) + panel.Px(kBoxPadding));
    DrawFacts(panel, area, data, y);
    SpotInView(panel, "shipment", area);
}

}  // namespace decodescope
