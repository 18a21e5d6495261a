#include "app/views/branches/branch_comparison.h"

#include <algorithm>
#include <cmath>

#include "app/apply/view_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/number_cell.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kHead = 34, kBadge = 26, kName = 132, kNameLeast = 118, kDelta = 116;
constexpr float kRow = 28, kBar = 26, kColumnHeads = 20, kPadding = 8, kCardGap = 8, kRadius = 8;
constexpr float kBetween = 16, kSide = 340, kSideLeast = 290, kLine = 25;
constexpr int kMostColumns = 8;

// --- Where things are ----------------------------------------------------------------------------

// Columns of the table, from left to right: name, A's numbers, B's numbers, the largest difference.
struct Plan {
    Area table, side;  // side: the distribution; below the table where it is as wide as it
    bool is_beside = false;
    float name = 0, a = 0, b = 0, end = 0;
    float cell = 0;
    int columns = 1;

    float PartWidth() const { return cell * static_cast<float>(columns); }
};

float WidestNumber(const Panel& panel, const BranchComparison& comparison) {
    const Pen digits = panel.pen().In(FontRole::MonoStrong);
    float widest = digits.Width("−0.000");
    for (const ComparedBlock& block : comparison.blocks) {
        for (const ComparedRow& row : block.rows) {
            for (const auto* numbers : {&row.a, &row.b}) {
                for (const double number : *numbers)
                    widest = std::max(widest, digits.Width(FormatNumber(
                                                  number, panel.state.preferences.numbers)));
            }
        }
    }
    return widest;
}

int MostColumns(const BranchComparison& comparison) {
    size_t most = 2;
    for (const ComparedBlock& block : comparison.blocks) {
        for (const ComparedRow& row : block.rows) most = std::max(most, row.a.size());
    }
    return std::min(static_cast<int>(most), kMostColumns);
}

// As many columns as there is room for, in a table of this width.
int ColumnsIn(const Panel& panel, float width, float name, float cell, int most) {
    const float fixed = name + panel.Px(kDelta + 2 * kBetween + 2 * kPadding);
    return std::clamp(static_cast<int>((width - fixed) / 2 / cell), 1, most);
}

// Columns that are tokens are named once; a dimension is named at its difference.
bool NamesColumns(const ComparedBlock& block) {
    return !block.rows.empty() && block.name == "score";
}

float HeightOf(const Panel& panel, const BranchComparison& comparison) {
    float height = 0;
    for (const ComparedBlock& block : comparison.blocks) {
        height += (block.same.empty() ? 0 : kBar + 4) + kPadding;
        if (NamesColumns(block)) height += kColumnHeads;
        height += kRow * static_cast<float>(block.rows.size());
    }
    height += static_cast<float>(comparison.layers.size()) * (kBar + kPadding);
    return panel.Px(height);
}

float DistributionHeight(const Panel& panel, const BranchComparison& comparison) {
    const auto lines = static_cast<float>(comparison.candidates.size());
    return panel.Px(2 * kLine + lines * kRow + 3 * kPadding);
}

// The distribution is below the table where all of it fits there; else at its right, so that it is
// in sight.
Plan PlanFor(const Panel& panel, Area area, const BranchComparison& comparison) {
    Plan plan;
    plan.cell = WidestNumber(panel, comparison) + panel.Px(12);
    const int most = MostColumns(comparison);
    const bool is_wide = area.width() >= panel.Px(1000);
    plan.name = panel.Px(is_wide ? kName : kNameLeast);
    const float below =
        HeightOf(panel, comparison) + DistributionHeight(panel, comparison) + panel.Px(kCardGap);
    const int alone = ColumnsIn(panel, area.width(), plan.name, plan.cell, most);
    const float side =
        std::round(std::clamp(area.width() * 0.36f, panel.Px(kSideLeast), panel.Px(kSide)));
    const float left = area.width() - side - panel.Px(kBetween);
    const int beside = ColumnsIn(panel, left, plan.name, plan.cell, most);
    plan.is_beside =
        comparison.has_logits && (beside == most || below > area.height()) &&
        left > plan.name + 2 * plan.cell + panel.Px(kDelta + 2 * kBetween + 2 * kPadding);
    plan.table = area;
    if (plan.is_beside) {
        plan.table.max.x = area.min.x + left;
        plan.side = {{plan.table.max.x + panel.Px(kBetween), area.min.y}, area.max};
    }
    plan.columns = plan.is_beside ? beside : alone;
    plan.a = plan.table.min.x + panel.Px(kPadding) + plan.name;
    plan.end = plan.table.max.x - panel.Px(kPadding) - panel.Px(kDelta);
    const float room = plan.end - plan.a - panel.Px(kBetween);
    plan.cell = std::min(plan.cell * 1.2f, room / 2 / static_cast<float>(plan.columns));
    plan.b = plan.a + plan.PartWidth() + panel.Px(kBetween);
    return plan;
}

// The columns of a row that are shown: those that differ most, in their order.
std::vector<size_t> ShownColumns(const ComparedRow& row, int most) {
    std::vector<size_t> columns(row.a.size());
    for (size_t i = 0; i < columns.size(); ++i) columns[i] = i;
    if (std::ssize(columns) <= most) return columns;
    std::ranges::stable_sort(
        columns, [&](size_t x, size_t y) { return row.differences[x] > row.differences[y]; });
    columns.resize(static_cast<size_t>(most));
    std::ranges::sort(columns);
    return columns;
}

// --- Blocks --------------------------------------------------------------------------------------

ImU32 ColorOf(const Palette& c, Qkv qkv) {
    switch (qkv) {
        case Qkv::Q: return c.q.text;
        case Qkv::K: return c.k.text;
        case Qkv::V: return c.v.text;
        case Qkv::None: break;
    }
    return c.ink;
}

ImU32 FillOf(const Palette& c, Qkv qkv) {
    switch (qkv) {
        case Qkv::Q: return c.q.tint;
        case Qkv::K: return c.k.tint;
        case Qkv::V: return c.v.tint;
        case Qkv::None: break;
    }
    return c.neutral_cell;
}

// A name in its colour, and a muted note after it.
void DrawName(const Panel& panel, const Plan& plan, Area line, const ComparedBlock& block) {
    const Pen pen = panel.pen();
    const Area box{{plan.table.min.x + panel.Px(kPadding), line.min.y},
                   {plan.a - panel.Px(kPadding), line.max.y}};
    const float width = std::min(pen.Strong().Width(block.name), box.width());
    pen.Strong().In(ColorOf(panel.theme.colors(), block.qkv)).WriteIn(box, block.name);
    const float x = box.min.x + width + panel.Px(panel.theme.metrics.gap);
    if (x + panel.Px(20) < box.max.x) pen.Muted().WriteIn({{x, box.min.y}, box.max}, block.note);
}

void DrawDelta(const Panel& panel, const Plan& plan, Area line, std::string_view where,
               double difference) {
    const Pen pen = panel.pen();
    const float right = plan.table.max.x - panel.Px(kPadding);
    const std::string number = FormatNumber(difference, panel.state.preferences.numbers);
    const Pen digits = pen.In(FontRole::MonoStrong);
    const float width = std::min(digits.Width(number), panel.Px(kDelta));
    digits.WriteIn({{right - width - 1, line.min.y}, {right, line.max.y}}, number, Anchor::Right);
    const Area rest{{plan.end + panel.Px(4), line.min.y},
                    {right - width - panel.Px(panel.theme.metrics.gap), line.max.y}};
    if (!where.empty() && rest.width() > panel.Px(24))
        pen.Muted().WriteIn(rest, where, Anchor::Right);
}

void DrawSame(const Panel& panel, const Plan& plan, Area line, const ComparedBlock& block) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const Area bar{{plan.a, line.min.y}, {plan.end, line.max.y}};
    pen.In(c.neutral_cell).Fill(bar, panel.theme.metrics.cell_radius);
    const float inset = panel.Px(kPadding + 4);
    const std::string_view words = "the same";
    const Area inside{{bar.min.x + inset, bar.min.y}, {bar.max.x - inset, bar.max.y}};
    pen.Strong().Muted().WriteIn(inside, words);
    const float x = inside.min.x + pen.Strong().Width(words) + inset;
    if (x < inside.max.x) pen.Muted().WriteIn({{x, bar.min.y}, inside.max}, block.same);
    if (block.rows.empty()) DrawDelta(panel, plan, line, "", 0);
}

// The names of the columns, over both parts.
void DrawColumnHeads(const Panel& panel, const Plan& plan, Area line, const ComparedRow& row,
                     const std::vector<size_t>& columns) {
    const Pen pen = panel.pen();
    for (const float left : {plan.a, plan.b}) {
        for (size_t i = 0; i < columns.size(); ++i) {
            const float x = left + plan.cell * static_cast<float>(i);
            const bool is_largest = columns[i] == row.largest;
            pen.Strong(is_largest)
                .Muted(!is_largest)
                .WriteIn({{x, line.min.y}, {x + plan.cell - panel.Px(4), line.max.y}},
                         row.heads[columns[i]], Anchor::Middle);
        }
    }
}

void DrawNumbers(const Panel& panel, const Plan& plan, Area line, const ComparedRow& row,
                 const std::vector<size_t>& columns, Qkv qkv) {
    const float gap = panel.Px(panel.theme.metrics.cell_gap);
    const ImU32 fill = FillOf(panel.theme.colors(), qkv);
    const std::pair<float, const std::vector<double>*> parts[] = {{plan.a, &row.a},
                                                                  {plan.b, &row.b}};
    for (const auto& [left, numbers] : parts) {
        for (size_t i = 0; i < columns.size(); ++i) {
            const float x = left + plan.cell * static_cast<float>(i);
            const Area cell{{x, line.min.y + gap / 2}, {x + plan.cell - gap, line.max.y - gap / 2}};
            DrawNumberCell(panel.pen(), cell, fill,
                           FormatNumber((*numbers)[columns[i]], panel.state.preferences.numbers),
                           columns[i] == row.largest ? CellStyle::Ringed : CellStyle::Plain);
        }
    }
}

void DrawRow(const Panel& panel, const Plan& plan, Area line, const ComparedRow& row, Qkv qkv) {
    const Pen pen = panel.pen();
    if (!row.name.empty()) {
        const Area box{{plan.table.min.x + panel.Px(2 * kPadding), line.min.y},
                       {plan.a - panel.Px(kPadding), line.max.y}};
        pen.WriteAtEnds(box, row.name, row.note);
    }
    DrawNumbers(panel, plan, line, row, ShownColumns(row, plan.columns), qkv);
    const bool is_dimension =
        !row.heads.empty() && row.heads[row.largest] == std::to_string(row.largest);
    DrawDelta(panel, plan, line, (is_dimension ? "dim " : "") + row.heads[row.largest],
              row.difference());
}

float DrawBlock(const Panel& panel, const Plan& plan, float top, const ComparedBlock& block) {
    const Palette& c = panel.theme.colors();
    const bool has_bar = !block.same.empty();
    float height = kPadding;
    if (has_bar) height += kBar + (block.rows.empty() ? 0 : 2);
    if (NamesColumns(block)) height += kColumnHeads;
    height += kRow * static_cast<float>(block.rows.size());
    const Area card{{plan.table.min.x, top}, {plan.table.max.x, top + panel.Px(height)}};
    panel.pen().In(c.block).Fill(card, kRadius);
    panel.pen().In(c.line).Frame(card, kRadius);
    float y = top + panel.Px(kPadding) / 2;
    const auto next = [&](float line) {
        const Area area{{card.min.x, y}, {card.max.x, y + panel.Px(line)}};
        y = area.max.y;
        return area;
    };
    if (has_bar) {
        const Area line = next(kBar);
        DrawName(panel, plan, line, block);
        DrawSame(panel, plan, line, block);
        if (!block.rows.empty()) y += panel.Px(2);
    }
    if (NamesColumns(block)) {
        const ComparedRow& first = block.rows.front();
        DrawColumnHeads(panel, plan, next(kColumnHeads), first, ShownColumns(first, plan.columns));
    }
    if (block.more > 0) {
        const Area line{{plan.end, card.min.y}, {card.max.x - panel.Px(kPadding), y}};
        panel.pen().Muted().WriteIn(line, CountText(block.more, "more row"), Anchor::Right);
    }
    for (const ComparedRow& row : block.rows) {
        const Area line = next(kRow);
        if (!has_bar && &row == &block.rows.front()) DrawName(panel, plan, line, block);
        DrawRow(panel, plan, line, row, block.qkv);
    }
    panel.Spot("branches.block." + block.name, card);
    return card.max.y + panel.Px(kCardGap) / 2;
}

// Another layer in a line; a click looks into it.
float DrawLayer(const Panel& panel, const Plan& plan, float top, const ComparedLayer& layer) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const Area card{{plan.table.min.x, top}, {plan.table.max.x, top + panel.Px(kBar + 4)}};
    const std::string id = "branches.layer." + std::to_string(layer.layer);
    const Touch touch = TouchArea(id.c_str(), card);
    if (touch.clicked) panel.Emit(ChooseLayer{layer.layer});
    panel.Spot(id, card);
    pen.In(touch.hovered ? c.neutral_cell : c.block).Fill(card, kRadius);
    pen.In(c.line).Frame(card, kRadius);
    const Area name{{card.min.x + panel.Px(kPadding), card.min.y},
                    {plan.a - panel.Px(kPadding), card.max.y}};
    pen.Strong().WriteIn(name, "Layer " + std::to_string(layer.layer));
    std::string words;
    for (const auto& [part, difference] : layer.differences) {
        words += (words.empty() ? "" : "   ") + part + " " +
                 (difference == 0 ? "the same"
                                  : FormatNumber(difference, panel.state.preferences.numbers));
    }
    pen.Muted().WriteIn({{plan.a, card.min.y}, {card.max.x - panel.Px(kPadding), card.max.y}},
                        words);
    return card.max.y + panel.Px(kCardGap) / 2;
}

// --- The distribution ----------------------------------------------------------------------------

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

// A small square with the letter of a branch.
void DrawBadge(const Panel& panel, Area box, std::string_view letter, bool is_solid) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen().Strong();
    const float radius = panel.theme.metrics.chip_radius;
    pen.In(is_solid ? c.ink : c.block).Fill(box, radius);
    if (!is_solid) pen.Frame(box.Grown(-panel.theme.Whole(1) / 2), radius, 1.5f);
    pen.In(is_solid ? c.on_ink : c.ink).WriteMiddle(box.center(), letter);
}

float DrawDistribution(const Panel& panel, Area area, const BranchComparison& comparison) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const Area card{area.min, {area.max.x, area.min.y + DistributionHeight(panel, comparison)}};
    pen.In(c.block).Fill(card, kRadius);
    pen.In(c.line).Frame(card, kRadius);
    Column column = ColumnIn(card, panel.Px(kPadding + 4), card.min.y + panel.Px(kPadding));
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
        token = std::max(token, pen.Strong().Width(candidate.token) + panel.Px(kPadding));
    token = std::min(token, column.width() * 0.3f);
    column.y += panel.Px(kPadding) / 2;
    for (const ComparedCandidate& candidate : comparison.candidates)
        DrawCandidate(panel, next(kRow), candidate, token, change);
    return card.max.y;
}

// --- The head ------------------------------------------------------------------------------------

void DrawHead(const Panel& panel, const Plan& plan, float top, const ComparedNames& names) {
    const Pen pen = panel.pen();
    const float size = panel.Px(kBadge), y = top + panel.Px(kHead) / 2;
    const auto draw = [&](float x, float right, std::string_view letter, const std::string& name,
                          const char* hotspot) {
        const Area badge = AreaAt(x, std::round(y - size / 2), size, size);
        DrawBadge(panel, badge, letter, letter == "A");
        const Area words{{badge.max.x + panel.Px(kPadding), badge.min.y}, {right, badge.max.y}};
        pen.Strong().WriteIn(words, name);
        panel.Spot(hotspot, {badge.min, words.max});
    };
    const float gap = panel.Px(kBetween) / 2;
    draw(plan.a, plan.b - gap, "A", names.a, "left.text");
    draw(plan.b, std::max(plan.end, plan.b + plan.PartWidth()), "B", names.b, "right.text");
    const Area end{{plan.end, y - size / 2}, {plan.table.max.x - panel.Px(kPadding), y + size / 2}};
    pen.Muted().WriteIn(end, "largest |Δ|", Anchor::Right);
}

}  // namespace

float DrawBranchComparison(const Panel& panel, Area area, const ComparedNames& names,
                           const BranchComparison& comparison) {
    Area body = area;
    body.min.y += panel.Px(kHead);
    const Plan plan = PlanFor(panel, body, comparison);
    DrawHead(panel, plan, area.min.y, names);
    float y = body.min.y;
    for (const ComparedBlock& block : comparison.blocks) y = DrawBlock(panel, plan, y, block);
    for (const ComparedLayer& layer : comparison.layers) y = DrawLayer(panel, plan, y, layer);
    if (!comparison.ahead.empty()) {
        const Area line{{plan.table.min.x + panel.Px(kPadding), y},
                        {plan.table.max.x, y + panel.Px(kRow)}};
        panel.pen().Muted().WriteIn(line, comparison.ahead);
        y = line.max.y;
    }
    if (!comparison.has_logits) return y;
    const Area side = plan.is_beside
                          ? plan.side
                          : Area{{plan.table.min.x, y + panel.Px(kCardGap) / 2}, plan.table.max};
    return std::max(y, DrawDistribution(panel, side, comparison));
}

}  // namespace decodescope
