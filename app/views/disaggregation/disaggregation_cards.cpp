#include "app/views/disaggregation/disaggregation_cards.h"

#include <algorithm>
#include <string>

#include "app/panel/verdict.h"
#include "app/panel/view_state_change.h"
#include "app/views/disaggregation/disaggregation_hotspot.h"
#include "app/views/disaggregation/disaggregation_tables.h"
#include "app/views/disaggregation/disaggregation_view_data.h"
#include "app/views/disaggregation/disaggregation_worker.h"
#include "app/widgets/number_cell.h"
#include "core/base/number.h"
#include "core/base/units.h"
#include "core/explain/narrate.h"
#include "core/serve/link_model.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kRadius = 8, kInset = 16, kHead = 8, kLine = 26, kField = 30, kTimeWidth = 90,
                kRateWidth = 92;

// A card with its title, and at the right what kind of numbers it has. Returns the column inside.
Column DrawCard(const Panel& panel, Area card, const char* title, const char* kind) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    pen.In(c.block).Fill(card, kRadius);
    pen.In(c.line).Frame(card, kRadius);
    Column column = ColumnIn(card, panel.Px(kInset), card.min.y + panel.Px(kHead));
    const Area head = column.Block(panel.Px(kLine));
    const float x =
        pen.In(FontRole::PanelTitle).Write({head.min.x, head.center().y}, title) + panel.Px(kInset);
    pen.Muted().WriteIn({{x, head.min.y}, head.max}, kind, Anchor::Right);
    column.y = head.max.y;
    return column;
}

// --- Time ----------------------------------------------------------------------------------------

std::string TimeOn(const Panel& panel, const Link& link) {
    const DisaggregationViewState& view = panel.state.ui.disaggregation;
    const std::int64_t bytes = BytesSent(panel.recording(), view.protocol);
    return FormatSeconds(TransferSeconds(bytes, RateOf(link, view), link.latency), panel.point());
}

void DrawOwnRate(const Panel& panel, Area field) {
    const NumberEdit edit = NumberField(
        "disaggregated.own", panel.theme, field, panel.state.ui.disaggregation.own_gigabytes,
        panel.state.preferences.numbers, {.as_typed = true, .step = 0.1});
    SpotInView(panel, "own", field);
    if (!edit.changed) return;
    ChangeViewState<DisaggregationViewState>(
        panel, [&](DisaggregationViewState& changed) { changed.own_gigabytes = *edit.changed; });
}

void DrawLinkCard(const Panel& panel, Area card) {
    Column column = DrawCard(panel, card, "Time on a link", "modelled, not measured");
    const DisaggregationViewState& view = panel.state.ui.disaggregation;
    const Link& link = Links()[static_cast<size_t>(view.link)];
    const float gap = panel.Px(panel.theme.metrics.gap);
    const Area row = column.Block(panel.Px(kField));
    const Area time{{row.max.x - panel.Px(kTimeWidth), row.min.y}, row.max};
    Area choice{row.min, {time.min.x - gap, row.max.y}};
    if (link.bytes_per_second == 0) {
        choice.max.x -= panel.Px(kRateWidth) + gap;
        DrawOwnRate(panel, {{choice.max.x + gap, row.min.y}, {time.min.x - gap, row.max.y}});
    }
    const auto name_of = [&](int i) {
        const Link& each = Links()[static_cast<size_t>(i)];
        return std::string(each.name) + "   " + TimeOn(panel, each);
    };
    if (const auto chosen = ChoiceField("##link", panel.theme, choice, view.link,
                                        static_cast<int>(Links().size()), name_of)) {
        ChangeViewState<DisaggregationViewState>(
            panel, [&](DisaggregationViewState& changed) { changed.link = *chosen; });
    }
    SpotInView(panel, "link", choice);
    panel.pen().In(FontRole::MonoStrong).WriteIn(time, TimeOn(panel, link), Anchor::Right);
    column.y = row.max.y;
    panel.pen().Muted().WriteIn(column.Block(panel.Px(kLine)), TransferSum(panel));
    SpotInView(panel, "links", card);
}

// --- Check ---------------------------------------------------------------------------------------

std::string PositionsText(const TransferCheck& check) {
    const std::string sum =
        FormatCount(check.prefill_positions) + " + " + FormatCount(check.decode_positions);
    return sum + (check.recomputed == 0
                      ? ", none of them twice"
                      : ", " + CountText(check.recomputed, "position") + " twice");
}

void DrawCheckCard(const Panel& panel, Area card) {
    const std::vector<TransferCheck>& checks = panel.WorkerAs<DisaggregationWorker>().checks();
    const auto protocol = static_cast<size_t>(panel.state.ui.disaggregation.protocol);
    Column column = DrawCard(panel, card, "Against one machine",
                             protocol < checks.size() ? "computed" : "being computed …");
    SpotInView(panel, "proof", card);
    if (protocol >= checks.size()) return;
    const TransferCheck& check = checks[protocol];
    const Pen pen = panel.pen();
    const float line = panel.Px(kLine - 4);
    const auto next_line = [&] {
        const Area area = column.Block(line);
        column.y = area.max.y;
        return area;
    };
    pen.Muted().WriteAtEnds(next_line(), "positions computed", PositionsText(check));
    std::string selected;
    for (const TokenId id : check.selected)
        selected += (selected.empty() ? "" : " ") + TokenText(panel.recording(), id);
    pen.Muted().WriteAtEnds(next_line(), "selected",
                            selected + (check.same_selections ? ": the same" : ": not the same"));
    const Area last = next_line();
    const std::string number =
        FormatInput(check.max_abs_difference, panel.state.preferences.numbers);
    const Pen digits = pen.In(FontRole::MonoStrong);
    digits.WriteRight({last.max.x, last.center().y}, number);
    const float x = last.max.x - digits.Width(number) - panel.Px(kVerdictRadius + 10);
    DrawVerdict(digits, {x, last.center().y}, check.agrees());
    pen.Muted().WriteIn({last.min, {x - panel.Px(2 * kVerdictRadius), last.max.y}},
                        "largest difference in " + FormatCount(check.compared) + " numbers");
}

}  // namespace

void DrawDisaggregationCards(const Panel& panel, Area area) {
    const float gap = panel.Px(panel.theme.metrics.label_gap);
    const float middle = std::round(area.center().x);
    DrawLinkCard(panel, {area.min, {middle - gap / 2, area.max.y}});
    DrawCheckCard(panel, {{middle + gap / 2, area.min.y}, area.max});
}

}  // namespace decodescope
