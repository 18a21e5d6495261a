#include "app/views/branches/branch_distribution.h"

#include <algorithm>

#include "app/views/branches/branch_table_plan.h"
#include "app/widgets/tip.h"

namespace decodescope {

namespace {

constexpr float kLine = 25;  // at scale 1

// One branch's probability of a candidate, as a bar with its number; ticked where it is selected.
void DrawShare(const Panel& panel, Area area, double share, bool is_selected) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    if (is_selected) pen.In(c.waiting.tint).Fill(area, panel.theme.metrics.cell_radius);
    const std::string number = FormatNumber(share, panel.state.preferences.numbers);
    const Pen digits = pen.In(FontRole::Mono).Strong(is_selected);
    const float width = std::min(digits.Width(number) + panel.Px(8), area.width());
    const float height = panel.Px(12), y = area.center().y - height / 2;
    const Area bar{{area.min.x + panel.Px(4), y}, {area.max.x - width - panel.Px(4), y + height}};
    if (bar.width() > panel.Px(16)) {
        pen.In(c.line).Fill(bar);
        Area part = bar;
        part.max.x = bar.min.x + bar.width() * static_cast<float>(std::clamp(share, 0.0, 1.0));
        pen.In(MagnitudeColor(c, 0.8f, false)).Fill(part);
    }
    digits.WriteIn({{area.max.x - width, area.min.y}, {area.max.x - panel.Px(4), area.max.y}},
                   number, Anchor::Right);
}

void DrawCandidate(const Panel& panel, Area line, const ComparedCandidate& candidate, float token,
                   float change) {
    const Pen pen = panel.pen();
    const bool is_selected = candidate.is_selected_in_a || candidate.is_selected_in_b;
    const float gap = panel.Px(panel.theme.metrics.gap);
    const float inset = panel.Px(1);
    const float left = line.min.x + token, right = line.max.x - change - gap;
    const float half = (right - left - gap) / 2;
    pen.Strong(is_selected).WriteIn({line.min, {left - gap, line.max.y}}, candidate.token);
    DrawShare(panel, {{left, line.min.y + inset}, {left + half, line.max.y - inset}}, candidate.a,
              candidate.is_selected_in_a);
    DrawShare(panel, {{right - half, line.min.y + inset}, {right, line.max.y - inset}}, candidate.b,
              candidate.is_selected_in_b);
    const double by = candidate.b - candidate.a;
    const std::string number = FormatNumber(by, panel.state.preferences.numbers);
    pen.In(FontRole::MonoStrong)
        .WriteIn({{right + gap, line.min.y}, line.max}, (by > 0 ? "+" : "") + number,
                 Anchor::Right);
}

}  // namespace

float DistributionHeight(const Panel& panel, const BranchComparison& comparison) {
    const auto lines = static_cast<float>(comparison.candidates.size());
    return panel.Px(2 * kLine + lines * kTableRow + 3 * kTablePadding);
}

float DrawDistribution(const Panel& panel, Area area, const BranchComparison& comparison) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const Area card{area.min, {area.max.x, area.min.y + DistributionHeight(panel, comparison)}};
    pen.In(c.block).Fill(card, kTableRadius);
    pen.In(c.line).Frame(card, kTableRadius);
    Column column =
        ColumnIn(card, panel.Px(kTablePadding + 4), card.min.y + panel.Px(kTablePadding));
    const NumberFormat& format = panel.state.preferences.numbers;
    const auto next = [&](float height) {
        const Area line = column.Block(panel.Px(height));
        column.y = line.max.y;
        return line;
    };
    pen.WriteAtEnds(next(kLine), "logits, largest |Δ|", FormatNumber(comparison.logits, format));
    panel.Spot("branches.distribution", card);
    if (!comparison.has_probabilities) return card.max.y;
    const Area moved = next(kLine);
    pen.Strong().WriteAtEnds(moved, "probability moved", FormatNumber(comparison.moved, format));
    Tip(panel.theme, moved,
        "½ Σ |Δp| over the whole vocabulary: how much probability is elsewhere");
    const Pen digits = pen.In(FontRole::MonoStrong);
    const float change = digits.Width("+" + FormatNumber(-1, format));
    float token = column.width() * 0.2f;
    for (const ComparedCandidate& candidate : comparison.candidates)
        token = std::max(token, pen.Strong().Width(candidate.token) + panel.Px(kTablePadding));
    token = std::min(token, column.width() * 0.3f);
    column.y += panel.Px(kTablePadding) / 2;
    for (const ComparedCandidate& candidate : comparison.candidates)
        DrawCandidate(panel, next(kTableRow), candidate, token, change);
    return card.max.y;
}

}  // namespace decodescope
