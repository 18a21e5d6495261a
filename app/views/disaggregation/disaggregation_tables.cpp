#include <algorithm>
#include <array>
#include <cmath>

#include "app/apply/view_state_commands.h"
#include "app/views/disaggregation/disaggregation_parts.h"
#include "app/views/disaggregation/disaggregation_worker.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/base/number.h"
#include "core/explain/narrate.h"
#include "core/model/cell.h"
#include "core/serve/link_model.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kHead = 10, kFirstRow = 66, kPitch = 25, kInset = 8;
constexpr float kTimeWidth = 96, kLatencyWidth = 84, kRateWidth = 88;
constexpr double kGiga = 1e9;

// A table's title, and at the right how its numbers came about.
void DrawHead(const Panel& panel, Area area, const char* title, const char* kind) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = area.min.y + panel.Px(kHead);
    DrawText(list, panel.theme, FontRole::PanelTitle, {area.min.x, y}, c.ink, title);
    DrawText(list, panel.theme, FontRole::Label, {area.max.x, y}, c.muted, kind, Anchor::Right);
    DrawHorizontal(list, panel.theme, area.min.x, area.max.x, y + panel.Px(18), c.line);
}

float RowY(const Panel& panel, Area area, size_t row) {
    return area.min.y + panel.Px(kFirstRow + kPitch * static_cast<float>(row));
}

Area RowArea(const Panel& panel, Area area, size_t row) {
    const float half = panel.Px(kPitch) / 2, y = RowY(panel, area, row);
    return {{area.min.x, std::round(y - half)}, {area.max.x, std::round(y + half)}};
}

// --- Links --------------------------------------------------------------------------------------

double RateOf(const Link& link, const DisaggregationViewState& look) {
    return link.bytes_per_second > 0 ? link.bytes_per_second : look.own_gigabytes * kGiga;
}

// Where the columns of numbers end.
struct LinkColumns {
    float rate, latency, time;
};

LinkColumns ColumnsOf(const Panel& panel, Area area) {
    const float time = area.max.x - panel.Px(kInset);
    const float latency = time - panel.Px(kTimeWidth);
    return {latency - panel.Px(kLatencyWidth), latency, time};
}

// The rate of one's own link, which can be typed.
void DrawOwnRate(const Panel& panel, Area row, float right) {
    const DisaggregationViewState& look = panel.state.ui.disaggregation;
    const Area field{{right - panel.Px(kRateWidth), row.min.y}, {right + panel.Px(4), row.max.y}};
    const NumberEdit edit = NumberField("handover.own", panel.theme, field, look.own_gigabytes,
                                        panel.state.preferences.numbers,
                                        {.framed = false, .as_typed = true, .step = 0.1});
    panel.Spot("handover.own", field);
    if (!edit.changed) return;
    DisaggregationViewState changed = look;
    changed.own_gigabytes = *edit.changed;
    changed.link = static_cast<int>(Links().size()) - 1;
    panel.Emit(SetViewState{changed});
}

void DrawLink(const Panel& panel, Area area, const LinkColumns& x, size_t index,
              std::int64_t bytes) {
    const Link& link = Links()[index];
    const DisaggregationViewState& look = panel.state.ui.disaggregation;
    const Palette& c = panel.theme.colors();
    const NumberFormat& format = panel.state.preferences.numbers;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Area row = RowArea(panel, area, index);
    const bool is_chosen = look.link == static_cast<int>(index),
               is_own = link.bytes_per_second == 0;
    const std::string hotspot = "handover.link." + std::to_string(index);
    const Area name{row.min, {is_own ? x.rate - panel.Px(kRateWidth) : row.max.x, row.max.y}};
    if (TouchArea(hotspot.c_str(), name).clicked) {
        DisaggregationViewState chosen = look;
        chosen.link = static_cast<int>(index);
        panel.Emit(SetViewState{chosen});
    }
    panel.Spot(hotspot, name);
    Tip(panel.theme, name,
        std::string(link.source) + ". Nominal, one direction; the latency is assumed.");
    if (is_chosen)
        list.AddRectFilled(row.min, row.max, c.neutral_cell,
                           panel.Px(panel.theme.metrics.cell_radius));

    const float y = row.center().y;
    DrawText(list, panel.theme, is_chosen ? FontRole::LabelStrong : FontRole::Label,
             {row.min.x + panel.Px(kInset), y}, c.ink,
             Shortened(panel.theme, FontRole::LabelStrong, link.name,
                       x.rate - panel.Px(kRateWidth) - row.min.x - panel.Px(kInset)));
    if (is_own) {
        DrawOwnRate(panel, row, x.rate);
    } else {
        DrawText(list, panel.theme, FontRole::Mono, {x.rate, y}, c.muted,
                 FormatNumber(link.bytes_per_second / kGiga, format), Anchor::Right);
    }
    DrawText(list, panel.theme, FontRole::Mono, {x.latency, y}, c.muted,
             TimeText(link.latency, format), Anchor::Right);
    DrawText(list, panel.theme, is_chosen ? FontRole::MonoStrong : FontRole::Mono, {x.time, y},
             c.ink, TimeText(TransferSeconds(bytes, RateOf(link, look), link.latency), format),
             Anchor::Right);
}

// --- Proof --------------------------------------------------------------------------------------

constexpr size_t kColumns = 3;  // undivided, and the two protocols
using ProofRow = std::array<std::string, kColumns>;

std::string Plus(int prefill, int decode) {
    return FormatCount(prefill) + " + " + FormatCount(decode);
}

std::string TextOf(const Recording& recording, const std::vector<TokenId>& ids) {
    std::string text;
    for (const TokenId id : ids) text += (text.empty() ? "" : " ") + TokenText(recording, id);
    return text;
}

struct NamedRow {
    const char* name;
    const char* tip;
    ProofRow numbers;
};

std::vector<NamedRow> RowsOf(const Panel& panel) {
    const Recording& recording = panel.recording();
    const std::vector<TokenId> selected(recording.ids().begin() + recording.prompt_length(),
                                        recording.ids().end());
    int positions = 0;
    for (const PassPtr& pass : recording.passes())
        positions += pass->counts.KvPositions(recording.config());
    std::vector<NamedRow> rows = {
        {"passes",
         "Prefill worker + decode worker",
         {FormatCount(recording.pass_count()), "…", "…"}},
        {"positions computed",
         "Prefill worker + decode worker: positions whose K and V were computed",
         {FormatCount(positions), "…", "…"}},
        {"of them twice", "Computed on both sides", {"–", "…", "…"}},
        {"bytes shipped", "K and V of all layers", {"–", "…", "…"}},
        {"selected",
         "Every token that is selected, in order",
         {TextOf(recording, selected), "…", "…"}},
        {"numbers compared", "Every value of every pass that both sides have", {"–", "…", "…"}},
    };
    for (const TransferCheck& proof : panel.WorkerAs<DisaggregationWorker>().checks()) {
        const size_t column = 1 + static_cast<size_t>(proof.protocol);
        const std::string cells[] = {Plus(proof.prefill_passes, proof.decode_passes),
                                     Plus(proof.prefill_positions, proof.decode_positions),
                                     FormatCount(proof.recomputed),
                                     FormatCount(proof.bytes_sent),
                                     TextOf(recording, proof.selected),
                                     FormatCount(proof.compared)};
        for (size_t i = 0; i < rows.size(); ++i) rows[i].numbers[column] = cells[i];
    }
    return rows;
}

// The largest difference with a tick, or a cross and where it is.
void DrawVerdict(const Panel& panel, ImVec2 right, const TransferCheck& proof) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string number =
        FormatInput(proof.max_abs_difference, panel.state.preferences.numbers);
    DrawText(list, panel.theme, FontRole::MonoStrong, right, c.ink, number, Anchor::Right);
    const float radius = panel.Px(10);
    const ImVec2 center{
        right.x - TextWidth(panel.theme, FontRole::MonoStrong, number) - radius - panel.Px(10),
        right.y};
    list.AddCircleFilled(center, radius, proof.agrees() ? c.cached_solid : c.ink);
    DrawIcon(list, proof.agrees() ? Icon::Tick : Icon::Close, center, panel.Px(16),
             proof.agrees() ? c.on_cached_solid : c.on_ink, panel.Px(2));
}

}  // namespace

std::string TimeText(double seconds, const NumberFormat& format) {
    if (!std::isfinite(seconds)) return "∞";
    constexpr struct {
        double size;
        const char* name;
    } kUnits[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}};
    size_t unit = 0;
    while (unit + 1 < std::size(kUnits) && seconds < kUnits[unit].size) ++unit;
    const double number = seconds / kUnits[unit].size;
    const int decimals = number < 10 ? 2 : number < 100 ? 1 : 0;  // three digits that count
    std::string text = FormatFixed(number, decimals);
    if (format.decimal_comma) std::replace(text.begin(), text.end(), '.', ',');
    return text + " " + kUnits[unit].name;
}

void DrawLinks(const Panel& panel, Area area) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    DrawHead(panel, area, "Time on a link", "modelled, not measured");
    const LinkColumns x = ColumnsOf(panel, area);
    const float y = area.min.y + panel.Px(kFirstRow - kPitch);
    DrawText(list, panel.theme, FontRole::Label, {x.rate, y}, c.muted, "GB/s", Anchor::Right);
    DrawText(list, panel.theme, FontRole::Label, {x.latency, y}, c.muted, "latency", Anchor::Right);
    DrawText(list, panel.theme, FontRole::Label, {x.time, y}, c.muted, "time", Anchor::Right);
    const DisaggregationViewState& look = panel.state.ui.disaggregation;
    const std::int64_t bytes = BytesSent(panel.recording(), look.protocol);
    for (size_t i = 0; i < Links().size(); ++i) DrawLink(panel, area, x, i, bytes);

    const Link& link = Links()[static_cast<size_t>(look.link)];
    const NumberFormat& format = panel.state.preferences.numbers;
    const std::string sum = FormatCount(bytes) + " bytes / " +
                            FormatInput(RateOf(link, look) / kGiga, format) + " GB/s + " +
                            TimeText(link.latency, format);
    DrawText(list, panel.theme, FontRole::Label,
             {area.min.x + panel.Px(kInset), RowY(panel, area, Links().size()) + panel.Px(6)},
             c.muted,
             Shortened(panel.theme, FontRole::Label, sum, area.width() - 2 * panel.Px(kInset)));
    panel.Spot("handover.links", area);
}

void DrawTransferCheck(const Panel& panel, Area area) {
    const Palette& c = panel.theme.colors();
    const float gap = panel.Px(panel.theme.metrics.gap);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::vector<TransferCheck>& checks = panel.WorkerAs<DisaggregationWorker>().checks();
    DrawHead(panel, area, "Proof",
             checks.size() < 2 ? "both are being run …" : "computed by the engine");
    const float first = area.min.x + panel.Px(140);
    const float width = (area.max.x - first) / kColumns;
    constexpr const char* kHeads[] = {"undivided", "first token", "N − 1 positions"};
    const float head = area.min.y + panel.Px(kFirstRow - kPitch);
    for (size_t i = 0; i < kColumns; ++i) {
        const float right = first + width * static_cast<float>(i + 1);
        const bool is_shown = i == 1 + static_cast<size_t>(panel.state.ui.disaggregation.protocol);
        DrawText(list, panel.theme, is_shown ? FontRole::LabelStrong : FontRole::Label,
                 {right, head}, is_shown ? c.ink : c.muted, kHeads[i], Anchor::Right);
    }
    const std::vector<NamedRow> rows = RowsOf(panel);
    for (size_t r = 0; r < rows.size(); ++r) {
        const Area row = RowArea(panel, area, r);
        const float y = row.center().y;
        DrawText(list, panel.theme, FontRole::Label, {area.min.x, y}, c.muted, rows[r].name);
        for (size_t i = 0; i < kColumns; ++i) {
            DrawText(list, panel.theme, FontRole::Mono,
                     {first + width * static_cast<float>(i + 1), y}, c.ink,
                     Shortened(panel.theme, FontRole::Mono, rows[r].numbers[i], width - 3 * gap),
                     Anchor::Right);
        }
        const bool is_text = rows[r].numbers[0].size() > 12;
        Tip(panel.theme, row,
            is_text ? std::string(rows[r].tip) + ": " + rows[r].numbers[0] : rows[r].tip);
    }
    const float y = RowY(panel, area, rows.size()) + panel.Px(6);
    DrawHorizontal(list, panel.theme, area.min.x, area.max.x, y - panel.Px(kPitch) * 0.6f, c.line);
    DrawText(list, panel.theme, FontRole::LabelStrong, {area.min.x, y}, c.ink,
             "largest difference");
    for (const TransferCheck& proof : checks) {
        const float column = static_cast<float>(proof.protocol) + 2;
        DrawVerdict(panel, {first + width * column, y}, proof);
    }
    panel.Spot("handover.proof", area);
}

}  // namespace decodescope
