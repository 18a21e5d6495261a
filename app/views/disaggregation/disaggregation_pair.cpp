#include <algorithm>

#include "app/views/disaggregation/disaggregation_parts.h"
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
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(box.min, box.max, c.block, panel.Px(kBoxRadius));
    list.AddRect(box.min, box.max, c.line, panel.Px(kBoxRadius), 0,
                 panel.theme.Whole(panel.theme.metrics.hairline));
}

ChipStyle LookOf(const DisaggregationRow& row) { return {row.state, row.in_pass, row.origin}; }

// A chip at a row's left, cut where its token is long. Returns where it ends.
float DrawChipAt(const Panel& panel, ImVec2 at, const DisaggregationRow& row) {
    const Metrics& m = panel.theme.metrics;
    const std::string index = std::to_string(row.position);
    const std::string token = Shortened(panel.theme, FontRole::ContainerTitle,
                                        TokenText(panel.recording(), row.id), panel.Px(kMostChip));
    const Area chip = AreaAt(at.x, std::round(at.y - panel.Px(m.chip_height) / 2),
                             ChipWidth(panel.theme, token, index), panel.Px(m.chip_height));
    DrawTokenChip(*ImGui::GetWindowDrawList(), panel.theme, chip, LookOf(row), token, index);
    return chip.max.x;
}

void DrawTile(const Panel& panel, float x, float y, const Shade& shade, const char* name) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float height = panel.Px(panel.theme.metrics.cell_height);
    const Area tile = AreaAt(x, std::round(y - height / 2), panel.Px(kTile), height);
    list.AddRectFilled(tile.min, tile.max, shade.tint, panel.Px(panel.theme.metrics.cell_radius));
    DrawText(list, panel.theme, FontRole::MonoStrong, tile.center(), shade.text, name,
             Anchor::Middle);
}

// A row of the cache: its chip, K and V, and whether they were computed twice.
void DrawRow(const Panel& panel, Area inside, float y, const DisaggregationRow& row) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float right = DrawChipAt(panel, {inside.min.x, y}, row);
    const float step = panel.Px(kTile + kTileGap);
    const float x = inside.max.x - 2 * step;
    if (row.state != TokenState::Cached) {
        DrawText(list, panel.theme, FontRole::Label, {inside.max.x, y}, c.muted, "no K, no V yet",
                 Anchor::Right);
        return;
    }
    DrawTile(panel, x + panel.Px(kTileGap), y, c.k, "K");
    DrawTile(panel, x + step + panel.Px(kTileGap), y, c.v, "V");
    if (!row.is_recomputed) return;
    const float room = x - right - 2 * panel.Px(panel.theme.metrics.gap);
    DrawText(list, panel.theme, FontRole::LabelStrong, {x - panel.Px(panel.theme.metrics.gap), y},
             c.ink, Shortened(panel.theme, FontRole::LabelStrong, "recomputed", room),
             Anchor::Right);
}

// As many rows as there is room for: the first ones, how many more, and the last ones.
void DrawRows(const Panel& panel, Area inside, const std::vector<DisaggregationRow>& rows) {
    const float pitch = panel.Px(kRowPitch);
    const int room = std::max(3, static_cast<int>(inside.height() / pitch));
    const int count = static_cast<int>(rows.size());
    const int ahead = count <= room ? count : (room - 1) / 2;
    const int behind = count <= room ? 0 : room - 1 - ahead;
    float y = inside.min.y + pitch / 2;
    for (int i = 0; i < ahead; ++i, y += pitch)
        DrawRow(panel, inside, y, rows[static_cast<size_t>(i)]);
    if (behind == 0) return;
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label, {inside.min.x, y},
             panel.theme.colors().muted, "… " + FormatCount(count - ahead - behind) + " more rows");
    y += pitch;
    for (int i = count - behind; i < count; ++i, y += pitch) {
        DrawRow(panel, inside, y, rows[static_cast<size_t>(i)]);
    }
}

void DrawTray(const Panel& panel, Area tray, const std::optional<DisaggregationRow>& waiting) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    DrawHorizontal(list, panel.theme, tray.min.x, tray.max.x, tray.min.y, c.line);
    const float y = tray.center().y;
    if (!waiting) {
        DrawText(list, panel.theme, FontRole::Label, {tray.min.x, y}, c.muted, "nothing waits");
        return;
    }
    DrawChipAt(panel, {tray.min.x, y}, *waiting);
    DrawText(list, panel.theme, FontRole::Label, {tray.max.x, y}, c.waiting.text,
             "waits: ID " + std::to_string(waiting->id), Anchor::Right);
}

void DrawWorker(const Panel& panel, Area box, const char* title, const char* hotspot,
                const Worker& worker) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    DrawBox(panel, box);
    const float inset = panel.Px(kInset);
    const Area inside{{box.min.x + inset, box.min.y}, {box.max.x - inset, box.max.y}};
    float y = box.min.y + panel.Px(kHead);
    DrawText(list, panel.theme, FontRole::ContainerTitle, {inside.min.x, y}, c.ink, title);
    DrawText(list, panel.theme, FontRole::Label, {inside.max.x, y}, c.muted,
             FormatCount(worker.computed) + " computed", Anchor::Right);

    const Area weights = AreaAt(inside.min.x, box.min.y + panel.Px(kWeightsTop), inside.width(),
                                panel.Px(kWeightsHeight));
    list.AddRectFilled(weights.min, weights.max, c.neutral_cell,
                       panel.Px(panel.theme.metrics.chip_radius));
    DrawText(list, panel.theme, FontRole::Label, weights.center(), c.ink,
             "all weights, its own copy", Anchor::Middle);

    y = weights.max.y + panel.Px(18);
    DrawText(list, panel.theme, FontRole::LabelStrong, {inside.min.x, y}, c.cached.text,
             "KV cache");
    const int layers = panel.recording().config().layers;
    DrawText(list, panel.theme, FontRole::Label, {inside.max.x, y}, c.muted,
             CountText(worker.cached(), "row") + (layers > 1 ? " a layer" : ""), Anchor::Right);
    const Area tray{{inside.min.x, box.max.y - panel.Px(kTray)}, {inside.max.x, box.max.y}};
    DrawRows(panel, {{inside.min.x, box.min.y + panel.Px(kRowsTop)}, {inside.max.x, tray.min.y}},
             worker.rows);
    DrawTray(panel, tray, worker.waiting);
    panel.Spot(hotspot, box);
}

// --- The shipment -------------------------------------------------------------------------------

void DrawArrow(const Panel& panel, float x0, float x1, float y, bool is_now) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float head = panel.Px(kArrowHead), width = panel.Px(kArrow);
    if (is_now) list.AddLine({x0, y}, {x1 - head, y}, c.now_fill, 4 * width);
    list.AddLine({x0, y}, {x1 - head, y}, is_now ? c.ink : c.arrow, width);
    list.AddTriangleFilled({x1, y}, {x1 - 1.4f * head, y - head}, {x1 - 1.4f * head, y + head},
                           is_now ? c.ink : c.arrow);
}

// "0 – 4", the rows as one chip; of a single one its token.
float DrawSentRows(const Panel& panel, float x, float y, const DisaggregationViewData& scene) {
    const Metrics& m = panel.theme.metrics;
    const bool exist = scene.step >= kPrefillStep, is_now = scene.step == kTransferStep;
    const int count = static_cast<int>(scene.sent.size());
    const std::string index = count == 1 ? "0" : "0 – " + std::to_string(count - 1);
    const Area chip = AreaAt(std::round(x), std::round(y - panel.Px(m.chip_height) / 2),
                             ChipWidth(panel.theme, "", index), panel.Px(m.chip_height));
    const ChipStyle look{exist ? TokenState::Cached : TokenState::Uncached, is_now,
                         TokenOrigin::Prompt};
    DrawTokenChip(*ImGui::GetWindowDrawList(), panel.theme, chip, look, "", index);
    return chip.max.x;
}

// Name at the left, number at the right.
void DrawFact(const Panel& panel, Area area, float y, std::string_view name,
              const std::string& number, bool is_strong) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    DrawText(list, panel.theme, is_strong ? FontRole::LabelStrong : FontRole::Label,
             {area.min.x, y}, is_strong ? c.ink : c.muted, name);
    DrawText(list, panel.theme, is_strong ? FontRole::LabelStrong : FontRole::Label,
             {area.max.x, y}, c.ink, number, Anchor::Right);
}

void DrawTransfer(const Panel& panel, Area area, const DisaggregationViewData& scene) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool is_now = scene.step == kTransferStep;
    const char* const state = scene.step < kTransferStep ? "will be shipped"
                              : is_now                   ? "on its way"
                                                         : "delivered";
    float y = area.min.y + panel.Px(kHead);
    const float gap = panel.Px(m.gap);
    DrawText(list, panel.theme, is_now ? FontRole::LabelStrong : FontRole::Label,
             {area.center().x, y}, is_now ? c.ink : c.muted, state, Anchor::Middle);
    y += panel.Px(30);
    DrawArrow(panel, area.min.x + gap, area.max.x - gap, y, is_now);

    const float inset = panel.Px(kInset);
    const Area inside{{area.min.x + inset, area.min.y}, {area.max.x - inset, area.max.y}};
    y += panel.Px(40);
    if (scene.sent.empty()) {
        DrawText(list, panel.theme, FontRole::Label, {inside.min.x, y}, c.muted,
                 "no rows: an empty cache");
    } else {
        DrawSentRows(panel, inside.min.x + panel.Px(m.halo), y, scene);
        DrawText(list, panel.theme, FontRole::Label, {inside.max.x, y}, c.muted, "K and V",
                 Anchor::Right);
    }
    y += panel.Px(44);
    if (scene.sent_token) {
        const std::string id = "ID " + std::to_string(*scene.sent_token);
        const Area chip =
            AreaAt(inside.min.x + panel.Px(m.halo), std::round(y - panel.Px(m.chip_height) / 2),
                   ChipWidth(panel.theme, "", id), panel.Px(m.chip_height));
        DrawTokenChip(list, panel.theme, chip,
                      {TokenState::Waiting, is_now, TokenOrigin::Generated}, "", id);
        DrawText(list, panel.theme, FontRole::Label, {inside.max.x, y}, c.muted, "the first token",
                 Anchor::Right);
    } else {
        DrawText(list, panel.theme, FontRole::Label, {inside.min.x, y}, c.muted,
                 "no token travels");
    }

    y += panel.Px(32);
    DrawHorizontal(list, panel.theme, inside.min.x, inside.max.x, y, c.line);
    const Recording& recording = panel.recording();
    const LayerBytes layer = BytesPerLayer(recording.config(), recording.model().precision(),
                                           static_cast<int>(scene.sent.size()));
    const float line = panel.Px(m.line_height + 2);
    y += line * 0.8f;
    DrawText(list, panel.theme, FontRole::Label, {inside.max.x, y}, c.muted, "bytes, counted",
             Anchor::Right);
    y += line;
    DrawFact(panel, inside, y, "K of a layer", FormatCount(layer.keys), false);
    y += line;
    DrawFact(panel, inside, y, "V of a layer", FormatCount(layer.values), false);
    y += line;
    const int layers = recording.config().layers;
    DrawFact(panel, inside, y, CountText(layers, "layer"), FormatCount(layer.both() * layers),
             true);
    panel.Spot("handover.shipment", area);
}

}  // namespace

std::int64_t BytesSent(const Recording& recording, TransferProtocol protocol) {
    const int positions = PositionsSent(protocol, recording.prompt_length());
    return BytesPerLayer(recording.config(), recording.model().precision(), positions).both() *
           recording.config().layers;
}

void DrawWorkers(const Panel& panel, Area area, const DisaggregationViewData& scene) {
    const float between = std::round(std::max(area.width() * kTransferShare, panel.Px(236)));
    const float width = std::floor((area.width() - between) / 2);
    const Area left = AreaAt(area.min.x, area.min.y, width, area.height());
    const Area right = AreaAt(area.max.x - width, area.min.y, width, area.height());
    DrawWorker(panel, left, "Prefill worker", "handover.prefill", scene.prefill);
    DrawWorker(panel, right, "Decode worker", "handover.decode", scene.decode);
    DrawTransfer(panel, {{left.max.x, area.min.y}, {right.min.x, area.max.y}}, scene);
}

}  // namespace decodescope
