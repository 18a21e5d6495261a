#include "app/views/disaggregation/disaggregation_pair.h"

#include <algorithm>
#include <cmath>

#include "app/look/token_label.h"
#include "app/views/disaggregation/disaggregation_hotspot.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "app/widgets/token_chip.h"
#include "core/base/number.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kTransferShare = 0.26f;  // of the width; the workers have the rest
constexpr float kBoxRadius = 8, kInset = 18, kHead = 28, kWeightsTop = 50, kWeightsHeight = 30;
constexpr float kRowsTop = 116, kRowPitch = 36, kTray = 54, kTile = 34, kTileGap = 4;
constexpr float kArrow = 3, kArrowHead = 9, kMostChip = 150;

void DrawBox(const Panel& panel, Area box) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    pen.In(c.block).Fill(box, kBoxRadius);
    pen.In(c.line).Frame(box, kBoxRadius);
}

ChipStyle StyleOf(const DisaggregationRow& row) { return {row.state, row.in_pass, row.origin}; }

// A chip at the left of a row; a long token is cut. Returns the x where it ends.
float DrawChipAt(const Panel& panel, ImVec2 at, const DisaggregationRow& row) {
    const Metrics& m = panel.theme.metrics;
    const std::string index = std::to_string(row.position);
    const Pen name = panel.pen().In(FontRole::ContainerTitle);
    const std::string token = TokenLabel(
        TokenText(panel.recording(), row.id), row.id,
        [&](const std::string& words) { return name.Width(words) <= panel.Px(kMostChip); });
    const Area chip = AreaAt(at.x, std::round(at.y - panel.Px(m.chip_height) / 2),
                             ChipWidth(panel.theme, token, index), panel.Px(m.chip_height));
    DrawTokenChip(panel.pen(), chip, StyleOf(row), token, index);
    return chip.max.x;
}

void DrawTile(const Panel& panel, float x, float y, const Shade& shade, const char* name) {
    const Pen pen = panel.pen();
    const float height = panel.Px(panel.theme.metrics.cell_height);
    const Area tile = AreaAt(x, std::round(y - height / 2), panel.Px(kTile), height);
    pen.In(shade.tint).Fill(tile, panel.theme.metrics.cell_radius);
    pen.In(FontRole::MonoStrong, shade.text).WriteMiddle(tile.center(), name);
}

// A row of the cache: its token, K and V, and whether they were computed on both workers.
void DrawRow(const Panel& panel, Area inside, float y, const DisaggregationRow& row) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const float right = DrawChipAt(panel, {inside.min.x, y}, row);
    const float step = panel.Px(kTile + kTileGap);
    const float x = inside.max.x - 2 * step;
    if (row.state != TokenState::Cached) {
        pen.Muted().WriteRight({inside.max.x, y}, "no K, no V yet");
        return;
    }
    DrawTile(panel, x + panel.Px(kTileGap), y, c.k, "K");
    DrawTile(panel, x + step + panel.Px(kTileGap), y, c.v, "V");
    if (!row.is_recomputed) return;
    const float room = x - right - 2 * panel.Px(panel.theme.metrics.gap);
    pen.Strong().WriteRight({x - panel.Px(panel.theme.metrics.gap), y},
                            Shortened(panel.theme, FontRole::LabelStrong, "recomputed", room));
}

// As many rows as there is room for: the first ones, how many are left out, and the last ones.
void DrawRows(const Panel& panel, Area inside, const std::vector<DisaggregationRow>& rows) {
    const Pen pen = panel.pen();
    const float pitch = panel.Px(kRowPitch);
    const int room = std::max(3, static_cast<int>(inside.height() / pitch));
    const int count = static_cast<int>(rows.size());
    const int first = count <= room ? count : (room - 1) / 2;
    const int last = count <= room ? 0 : room - 1 - first;
    float y = inside.min.y + pitch / 2;
    for (int i = 0; i < first; ++i, y += pitch)
        DrawRow(panel, inside, y, rows[static_cast<size_t>(i)]);
    if (last == 0) return;
    pen.Muted().Write({inside.min.x, y}, "… " + FormatCount(count - first - last) + " more rows");
    y += pitch;
    for (int i = count - last; i < count; ++i, y += pitch) {
        DrawRow(panel, inside, y, rows[static_cast<size_t>(i)]);
    }
}

void DrawTray(const Panel& panel, Area tray, const std::optional<DisaggregationRow>& waiting) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    pen.In(c.line).Horizontal(tray.min.x, tray.max.x, tray.min.y);
    const float y = tray.center().y;
    if (!waiting) {
        pen.Muted().Write({tray.min.x, y}, "no waiting token");
        return;
    }
    DrawChipAt(panel, {tray.min.x, y}, *waiting);
    pen.In(c.waiting.text)
        .WriteRight({tray.max.x, y}, "waiting: ID " + std::to_string(waiting->id));
}

void DrawWorker(const Panel& panel, Area box, const char* title, const char* hotspot,
                const Worker& worker) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    DrawBox(panel, box);
    const float inset = panel.Px(kInset);
    const Area inside{{box.min.x + inset, box.min.y}, {box.max.x - inset, box.max.y}};
    float y = box.min.y + panel.Px(kHead);
    pen.In(FontRole::ContainerTitle).Write({inside.min.x, y}, title);
    pen.Muted().WriteRight({inside.max.x, y}, FormatCount(worker.computed) + " computed");

    const Area weights = AreaAt(inside.min.x, box.min.y + panel.Px(kWeightsTop), inside.width(),
                                panel.Px(kWeightsHeight));
    pen.In(c.neutral_cell).Fill(weights, panel.theme.metrics.chip_radius);
    pen.WriteMiddle(weights.center(), "its own copy of all weights");

    y = weights.max.y + panel.Px(18);
    pen.Strong().In(c.cached.text).Write({inside.min.x, y}, "KV cache");
    const int layers = panel.recording().config().layers;
    pen.Muted().WriteRight({inside.max.x, y},
                           CountText(worker.cached(), "row") + (layers > 1 ? " per layer" : ""));
    const Area tray{{inside.min.x, box.max.y - panel.Px(kTray)}, {inside.max.x, box.max.y}};
    DrawRows(panel, {{inside.min.x, box.min.y + panel.Px(kRowsTop)}, {inside.max.x, tray.min.y}},
             worker.rows);
    DrawTray(panel, tray, worker.waiting);
    SpotInView(panel, hotspot, box);
}

// --- What is sent --------------------------------------------------------------------------------

void DrawArrow(const Panel& panel, float x0, float x1, float y, bool is_now) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float head = panel.Px(kArrowHead), width = panel.Px(kArrow);
    if (is_now) list.AddLine({x0, y}, {x1 - head, y}, c.now_fill, 4 * width);
    list.AddLine({x0, y}, {x1 - head, y}, is_now ? c.ink : c.arrow, width);
    list.AddTriangleFilled({x1, y}, {x1 - 1.4f * head, y - head}, {x1 - 1.4f * head, y + head},
                           is_now ? c.ink : c.arrow);
}

// The positions of the rows as one chip: "0 – 4".
float DrawSentRows(const Panel& panel, float x, float y, const DisaggregationViewData& data) {
    const Metrics& m = panel.theme.metrics;
    const bool exist = data.step >= kPrefillStep, is_now = data.step == kTransferStep;
    const int count = static_cast<int>(data.sent.size());
    const std::string index = count == 1 ? "0" : "0 – " + std::to_string(count - 1);
    const Area chip = AreaAt(std::round(x), std::round(y - panel.Px(m.chip_height) / 2),
                             ChipWidth(panel.theme, "", index), panel.Px(m.chip_height));
    const ChipStyle style{exist ? TokenState::Cached : TokenState::Uncached, is_now,
                          TokenOrigin::Prompt};
    DrawTokenChip(panel.pen(), chip, style, "", index);
    return chip.max.x;
}

// A name at the left, its number at the right.
void DrawFact(const Panel& panel, Area area, float y, std::string_view name,
              const std::string& number, bool is_strong) {
    const Pen pen = panel.pen();
    pen.Strong(is_strong).Muted(!is_strong).Write({area.min.x, y}, name);
    pen.Strong(is_strong).WriteRight({area.max.x, y}, number);
}

void DrawTransfer(const Panel& panel, Area area, const DisaggregationViewData& data) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const bool is_now = data.step == kTransferStep;
    const char* const state = data.step < kTransferStep ? "to be sent"
                              : is_now                  ? "in transit"
                                                        : "received";
    float y = area.min.y + panel.Px(kHead);
    const float gap = panel.Px(m.gap);
    pen.Strong(is_now).Muted(!is_now).WriteMiddle({area.center().x, y}, state);
    y += panel.Px(30);
    DrawArrow(panel, area.min.x + gap, area.max.x - gap, y, is_now);

    const float inset = panel.Px(kInset);
    const Area inside{{area.min.x + inset, area.min.y}, {area.max.x - inset, area.max.y}};
    y += panel.Px(40);
    if (data.sent.empty()) {
        pen.Muted().Write({inside.min.x, y}, "no rows: an empty cache");
    } else {
        DrawSentRows(panel, inside.min.x + panel.Px(m.halo), y, data);
        pen.Muted().WriteRight({inside.max.x, y}, "K and V");
    }
    y += panel.Px(44);
    if (data.sent_token) {
        const std::string id = "ID " + std::to_string(*data.sent_token);
        const Area chip =
            AreaAt(inside.min.x + panel.Px(m.halo), std::round(y - panel.Px(m.chip_height) / 2),
                   ChipWidth(panel.theme, "", id), panel.Px(m.chip_height));
        DrawTokenChip(panel.pen(), chip, {TokenState::Waiting, is_now, TokenOrigin::Generated}, "",
                      id);
        pen.Muted().WriteRight({inside.max.x, y}, "the first token");
    } else {
        pen.Muted().Write({inside.min.x, y}, "no token is sent");
    }

    y += panel.Px(32);
    pen.In(c.line).Horizontal(inside.min.x, inside.max.x, y);
    const Recording& recording = panel.recording();
    const LayerBytes layer = BytesPerLayer(recording.config(), recording.model().precision(),
                                           static_cast<int>(data.sent.size()));
    const float line = panel.Px(m.line_height + 2);
    y += line * 0.8f;
    pen.Muted().WriteRight({inside.max.x, y}, "bytes, counted");
    y += line;
    DrawFact(panel, inside, y, "K, per layer", FormatCount(layer.keys), false);
    y += line;
    DrawFact(panel, inside, y, "V, per layer", FormatCount(layer.values), false);
    y += line;
    const int layers = recording.config().layers;
    DrawFact(panel, inside, y, CountText(layers, "layer"), FormatCount(layer.both() * layers),
             true);
    SpotInView(panel, "shipment", area);
}

}  // namespace

void DrawWorkerPair(const Panel& panel, Area area, const DisaggregationViewData& data) {
    const float between = std::round(std::max(area.width() * kTransferShare, panel.Px(236)));
    const float width = std::floor((area.width() - between) / 2);
    const Area left = AreaAt(area.min.x, area.min.y, width, area.height());
    const Area right = AreaAt(area.max.x - width, area.min.y, width, area.height());
    DrawWorker(panel, left, "Prefill worker", "prefill", data.prefill);
    DrawWorker(panel, right, "Decode worker", "decode", data.decode);
    DrawTransfer(panel, {{left.max.x, area.min.y}, {right.min.x, area.max.y}}, data);
}

}  // namespace decodescope
