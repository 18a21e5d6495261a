#include "app/views/disaggregation/disaggregation_tables.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panel/number_edit.h"
#include "app/panel/verdict.h"
#include "app/panel/view_state_change.h"
#include "app/views/disaggregation/disaggregation_hotspot.h"
#include "app/views/disaggregation/disaggregation_view_data.h"
#include "app/views/disaggregation/disaggregation_worker.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/explain/narrate.h"
#include "core/model/cell.h"
#include "core/serve/link_model.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kHead = 10, kFirstRow = 66, kPitch = 25, kInset = 8;
constexpr float kTimeWidth = 96, kLatencyWidth = 84, kRateWidth = 88;
constexpr double kGiga = 1e9;

// A table's title, and at the right what kind of numbers it has.
void DrawHead(const Panel& panel, Area area, const char* title, const char* kind) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const float y = area.min.y + panel.Px(kHead);
    pen.In(FontRole::PanelTitle).Write({area.min.x, y}, title);
    const float x = area.min.x + pen.In(FontRole::PanelTitle).Width(title) + panel.Px(kInset);
    pen.Muted().WriteIn({{x, y - panel.Px(kHead)}, {area.max.x, y + panel.Px(kHead)}}, kind,
                        Anchor::Right);
    pen.In(c.line).Horizontal(area.min.x, area.max.x, y + panel.Px(18));
}

float RowY(const Panel& panel, Area area, size_t row) {
    return area.min.y + panel.Px(kFirstRow + kPitch * static_cast<float>(row));
}

Area RowArea(const Panel& panel, Area area, size_t row) {
    const float half = panel.Px(kPitch) / 2, y = RowY(panel, area, row);
    return {{area.min.x, std::round(y - half)}, {area.max.x, std::round(y + half)}};
}

// --- Links ---------------------------------------------------------------------------------------

// Where the columns of numbers end.
struct LinkColumns {
    float rate, latency, time;
};

LinkColumns ColumnsOf(const Panel& panel, Area area) {
    const float time = area.max.x - panel.Px(kInset);
    const float latency = time - panel.Px(kTimeWidth);
    return {latency - panel.Px(kLatencyWidth), latency, time};
}

// The rate of the custom link, which can be typed.
void DrawOwnRate(const Panel& panel, Area row, float right) {
    const DisaggregationViewState& view = panel.state.ui.disaggregation;
    const Area field{{right - panel.Px(kRateWidth), row.min.y}, {right + panel.Px(4), row.max.y}};
    const NumberEdit edit = NumberField("disaggregated.own", panel.theme, field, view.own_gigabytes,
                                        panel.state.preferences.numbers,
                                        {.framed = false,
                                         .as_typed = true,
                                         .step = 0.1,
                                         .limits = NumberLimits{kLeastGigabytes, kMostGigabytes}});
    SpotInView(panel, "own", field);
    EmitNumber(panel, "disaggregated.own", edit, [&](double number) {
        ChangeViewState<DisaggregationViewState>(panel, [&](DisaggregationViewState& changed) {
            changed.own_gigabytes = number;
            changed.link = static_cast<int>(Links().size()) - 1;
        });
    });
}

void DrawLink(const Panel& panel, Area area, const LinkColumns& x, size_t index,
              std::int64_t bytes) {
    const Link& link = Links()[index];
    const DisaggregationViewState& view = panel.state.ui.disaggregation;
    const Palette& c = panel.theme.colors();
    NumberFormat format = panel.state.preferences.numbers;
    format.decimals = std::min(format.decimals, 3);  // of a data sheet
    const Pen pen = panel.pen();
    const Area row = RowArea(panel, area, index);
    const bool is_chosen = view.link == static_cast<int>(index),
               is_own = link.bytes_per_second == 0;
    const std::string hotspot = "link." + std::to_string(index);
    const Area name{row.min, {is_own ? x.rate - panel.Px(kRateWidth) : row.max.x, row.max.y}};
    if (TouchArea(hotspot.c_str(), name).clicked) {
        ChangeViewState<DisaggregationViewState>(panel, [index](DisaggregationViewState& chosen) {
            chosen.link = static_cast<int>(index);
        });
    }
    SpotInView(panel, hotspot, name);
    Tip(panel.theme, name,
        std::string(link.source) + ". Nominal rate in one direction; the latency is assumed.");
    if (is_chosen) pen.In(c.neutral_cell).Fill(row, panel.theme.metrics.cell_radius);

    const float y = row.center().y;
    pen.Strong(is_chosen).Write(
        {row.min.x + panel.Px(kInset), y},
        Shortened(panel.theme, FontRole::LabelStrong, link.name,
                  x.rate - panel.Px(kRateWidth) - row.min.x - panel.Px(kInset)));
    if (is_own) {
        DrawOwnRate(panel, row, x.rate);
    } else {
        pen.In(FontRole::Mono)
            .Muted()
            .WriteRight({x.rate, y}, FormatNumber(link.bytes_per_second / kGiga, format));
    }
    pen.In(FontRole::Mono)
        .Muted()
        .WriteRight({x.latency, y}, FormatSeconds(link.latency, panel.point()));
    pen.In(is_chosen ? FontRole::MonoStrong : FontRole::Mono)
        .WriteRight(
            {x.time, y},
            FormatSeconds(TransferSeconds(bytes, RateOf(link, view), link.latency), panel.point()));
}

// --- Check ---------------------------------------------------------------------------------------

constexpr size_t kColumns = 3;  // one worker, and the two protocols
using CheckCells = std::array<std::string, kColumns>;

std::string Plus(int prefill, int decode) {
    return FormatCount(prefill) + " + " + FormatCount(decode);
}

std::string TextOf(const Recording& recording, const std::vector<TokenId>& ids) {
    std::string text;
    for (const TokenId id : ids) text += (text.empty() ? "" : " ") + TokenText(recording, id);
    return text;
}

struct CheckRow {
    const char* name;
    const char* tip;
    CheckCells cells;
};

std::vector<CheckRow> RowsOf(const Panel& panel) {
    const Recording& recording = panel.recording();
    const std::vector<TokenId> selected(recording.ids().begin() + recording.prompt_length(),
                                        recording.ids().end());
    int positions = 0;
    for (const PassPtr& pass : recording.passes())
        positions += pass->counts.KvPositions(recording.config());
    std::vector<CheckRow> rows = {
        {"passes",
         "Prefill worker + decode worker",
         {FormatCount(recording.pass_count()), "…", "…"}},
        {"positions computed",
         "Prefill worker + decode worker: positions whose K and V were computed",
         {FormatCount(positions), "…", "…"}},
        {"computed twice", "Positions computed on both workers", {"–", "…", "…"}},
        {"bytes sent", "K and V of all layers", {"–", "…", "…"}},
        {"selected", "All selected tokens, in order", {TextOf(recording, selected), "…", "…"}},
        {"numbers compared", "Every value of every pass that both runs have", {"–", "…", "…"}},
    };
    for (const TransferCheck& check : panel.WorkerAs<DisaggregationWorker>().checks()) {
        const size_t column = 1 + static_cast<size_t>(check.protocol);
        const std::string cells[] = {Plus(check.prefill_passes, check.decode_passes),
                                     Plus(check.prefill_positions, check.decode_positions),
                                     FormatCount(check.recomputed),
                                     FormatCount(check.bytes_sent),
                                     TextOf(recording, check.selected),
                                     FormatCount(check.compared)};
        for (size_t i = 0; i < rows.size(); ++i) rows[i].cells[column] = cells[i];
    }
    return rows;
}

// The largest difference, after a tick or a cross.
void DrawDifference(const Panel& panel, ImVec2 right, const TransferCheck& check) {
    const Pen pen = panel.pen().In(FontRole::MonoStrong);
    const std::string number =
        FormatInput(check.max_abs_difference, panel.state.preferences.numbers);
    pen.WriteRight(right, number);
    const float room = panel.Px(kVerdictRadius + 10);
    DrawVerdict(pen, {right.x - pen.Width(number) - room, right.y}, check.agrees());
}

}  // namespace

double RateOf(const Link& link, const DisaggregationViewState& view) {
    return link.bytes_per_second > 0 ? link.bytes_per_second : view.own_gigabytes * kGiga;
}

std::string TransferSum(const Panel& panel) {
    const DisaggregationViewState& view = panel.state.ui.disaggregation;
    const Link& link = Links()[static_cast<size_t>(view.link)];
    const NumberFormat& format = panel.state.preferences.numbers;
    return FormatCount(BytesSent(panel.recording(), view.protocol)) + " bytes / " +
           FormatInput(RateOf(link, view) / kGiga, format) + " GB/s + " +
           FormatSeconds(link.latency, panel.point()) + " of latency";
}

void DrawLinks(const Panel& panel, Area area) {
    const Pen pen = panel.pen();
    DrawHead(panel, area, "Time on a link", "modelled, not measured");
    const LinkColumns x = ColumnsOf(panel, area);
    const float y = area.min.y + panel.Px(kFirstRow - kPitch);
    pen.Muted().WriteRight({x.rate, y}, "GB/s");
    pen.Muted().WriteRight({x.latency, y}, "latency");
    pen.Muted().WriteRight({x.time, y}, "time");
    const DisaggregationViewState& view = panel.state.ui.disaggregation;
    const std::int64_t bytes = BytesSent(panel.recording(), view.protocol);
    for (size_t i = 0; i < Links().size(); ++i) DrawLink(panel, area, x, i, bytes);

    const float y_sum = RowY(panel, area, Links().size()) + panel.Px(6),
                half = panel.Px(kPitch) / 2;
    pen.Muted().WriteIn({{area.min.x + panel.Px(kInset), y_sum - half},
                         {area.max.x - panel.Px(kInset), y_sum + half}},
                        TransferSum(panel));
    SpotInView(panel, "links", area);
}

void DrawTransferCheck(const Panel& panel, Area area) {
    const Palette& c = panel.theme.colors();
    const float gap = panel.Px(panel.theme.metrics.gap);
    const Pen pen = panel.pen();
    const std::vector<TransferCheck>& checks = panel.WorkerAs<DisaggregationWorker>().checks();
    DrawHead(panel, area, "Check", checks.size() < 2 ? "running both …" : "computed by the engine");
    const float first = area.min.x + panel.Px(140);
    const float width = (area.max.x - first) / kColumns;
    constexpr const char* kHeads[] = {"one worker", "first token", "N − 1 positions"};
    const float head = area.min.y + panel.Px(kFirstRow - kPitch);
    for (size_t i = 0; i < kColumns; ++i) {
        const float right = first + width * static_cast<float>(i + 1), half = panel.Px(kPitch) / 2;
        const bool is_shown = i == 1 + static_cast<size_t>(panel.state.ui.disaggregation.protocol);
        pen.Strong(is_shown).Muted(!is_shown).WriteIn(
            {{right - width + gap, head - half}, {right, head + half}}, kHeads[i], Anchor::Right);
    }
    const std::vector<CheckRow> rows = RowsOf(panel);
    for (size_t r = 0; r < rows.size(); ++r) {
        const Area row = RowArea(panel, area, r);
        const float y = row.center().y;
        pen.Muted().Write({area.min.x, y}, rows[r].name);
        for (size_t i = 0; i < kColumns; ++i) {
            pen.In(FontRole::Mono)
                .WriteRight(
                    {first + width * static_cast<float>(i + 1), y},
                    Shortened(panel.theme, FontRole::Mono, rows[r].cells[i], width - 3 * gap));
        }
        const bool is_text = rows[r].cells[0].size() > 12;
        Tip(panel.theme, row,
            is_text ? std::string(rows[r].tip) + ": " + rows[r].cells[0] : rows[r].tip);
    }
    const float y = RowY(panel, area, rows.size()) + panel.Px(6);
    pen.In(c.line).Horizontal(area.min.x, area.max.x, y - panel.Px(kPitch) * 0.6f);
    pen.Strong().Write({area.min.x, y}, "largest difference");
    for (const TransferCheck& check : checks) {
        const float column = static_cast<float>(check.protocol) + 2;
        DrawDifference(panel, {first + width * column, y}, check);
    }
    SpotInView(panel, "proof", area);
}

}  // namespace decodescope
