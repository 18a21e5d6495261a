#include "app/views/branches/branch_table.h"

#include <algorithm>

#include "app/apply/view_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/number_cell.h"
#include "core/base/number.h"

namespace decodescope {

namespace {

constexpr float kIcon = 10;  // at scale 1

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
void DrawName(const Panel& panel, const BranchTablePlan& plan, Area line,
              const ComparedBlock& block) {
    const Pen pen = panel.pen();
    const Area box{{plan.table.min.x + panel.Px(kTablePadding), line.min.y},
                   {plan.a - panel.Px(kTablePadding), line.max.y}};
    const float width = std::min(pen.Strong().Width(block.name), box.width());
    pen.Strong().In(ColorOf(panel.theme.colors(), block.qkv)).WriteIn(box, block.name);
    const float x = box.min.x + width + panel.Px(panel.theme.metrics.gap);
    if (x + panel.Px(20) < box.max.x) pen.Muted().WriteIn({{x, box.min.y}, box.max}, block.note);
}

void DrawDelta(const Panel& panel, const BranchTablePlan& plan, Area line, std::string_view where,
               double difference) {
    const Pen pen = panel.pen();
    const float right = plan.table.max.x - panel.Px(kTablePadding);
    const std::string number = FormatNumber(difference, panel.state.preferences.numbers);
    const Pen digits = pen.In(FontRole::MonoStrong);
    const float width = std::min(digits.Width(number), panel.Px(kTableDelta));
    digits.WriteIn({{right - width - 1, line.min.y}, {right, line.max.y}}, number, Anchor::Right);
    const Area rest{{plan.end + panel.Px(4), line.min.y},
                    {right - width - panel.Px(panel.theme.metrics.gap), line.max.y}};
    if (!where.empty() && rest.width() > panel.Px(24))
        pen.Muted().WriteIn(rest, where, Anchor::Right);
}

// Which bars are open is ImGui's to remember, as how far a panel is scrolled.
bool& IsOpen(const std::string& id) {
    return *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(id.c_str()));
}

// The bar of what is the same; a click opens or closes it.
void DrawSame(const Panel& panel, const BranchTablePlan& plan, Area line,
              const ComparedBlock& block) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const Area bar{{plan.a, line.min.y}, {plan.end, line.max.y}};
    const std::string id = "branches.same." + block.name;
    const Touch touch = TouchArea(id.c_str(), bar);
    bool& is_open = IsOpen(id);
    if (touch.clicked) is_open = !is_open;
    panel.Spot(id, bar);
    Tip(panel.theme, bar,
        block.same + (is_open ? ". Click to fold the numbers." : ". Click to see the numbers."));
    pen.In(touch.hovered ? c.line : c.neutral_cell).Fill(bar, panel.theme.metrics.cell_radius);
    const float inset = panel.Px(kTablePadding + 4);
    const std::string_view words = "the same";
    const float icon = panel.Px(kIcon);
    pen.Muted().Draw(is_open ? Icon::ChevronDown : Icon::Plus,
                     {bar.min.x + inset + icon / 2, bar.center().y}, kIcon);
    const Area inside{{bar.min.x + 2 * inset + icon, bar.min.y}, {bar.max.x - inset, bar.max.y}};
    pen.Strong().Muted().WriteIn(inside, words);
    const float x = inside.min.x + pen.Strong().Width(words) + inset;
    if (x < inside.max.x) pen.Muted().WriteIn({{x, bar.min.y}, inside.max}, block.same);
    if (block.rows.empty()) DrawDelta(panel, plan, line, "", 0);
}

// The names of the columns, over both parts.
void DrawColumnHeads(const Panel& panel, const BranchTablePlan& plan, Area line,
                     const ComparedRow& row, const std::vector<size_t>& columns) {
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

void DrawNumbers(const Panel& panel, const BranchTablePlan& plan, Area line, const ComparedRow& row,
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
                           columns[i] == row.largest && row.difference() > 0 ? CellStyle::Ringed
                                                                             : CellStyle::Plain);
        }
    }
}

void DrawRow(const Panel& panel, const BranchTablePlan& plan, Area line, const ComparedRow& row,
             Qkv qkv) {
    const Pen pen = panel.pen();
    if (!row.name.empty()) {
        const Area box{{plan.table.min.x + panel.Px(2 * kTablePadding), line.min.y},
                       {plan.a - panel.Px(kTablePadding), line.max.y}};
        pen.WriteAtEnds(box, row.name, row.note);
    }
    DrawNumbers(panel, plan, line, row, ShownColumns(row, plan.columns), qkv);
    const bool is_dimension =
        !row.heads.empty() && row.heads[row.largest] == std::to_string(row.largest);
    DrawDelta(panel, plan, line, (is_dimension ? "dim " : "") + row.heads[row.largest],
              row.difference());
}

}  // namespace

float DrawComparedBlock(const Panel& panel, const BranchTablePlan& plan, float top,
                        const ComparedBlock& block) {
    const Palette& c = panel.theme.colors();
    const bool has_bar = !block.same.empty();
    const bool is_open = has_bar && IsOpen("branches.same." + block.name);
    const size_t same = is_open ? block.same_rows.size() : 0;
    float height = kTablePadding;
    if (has_bar) height += kTableBar + (block.rows.empty() ? 0 : 2);
    if (is_open && block.more_same > 0) height += kTableHeads;
    if (NamesColumns(block)) height += kTableHeads;
    height += kTableRow * static_cast<float>(same + block.rows.size());
    const Area card{{plan.table.min.x, top}, {plan.table.max.x, top + panel.Px(height)}};
    panel.pen().In(c.block).Fill(card, kTableRadius);
    panel.pen().In(c.line).Frame(card, kTableRadius);
    float y = top + panel.Px(kTablePadding) / 2;
    const auto next = [&](float line) {
        const Area area{{card.min.x, y}, {card.max.x, y + panel.Px(line)}};
        y = area.max.y;
        return area;
    };
    if (has_bar) {
        const Area line = next(kTableBar);
        DrawName(panel, plan, line, block);
        DrawSame(panel, plan, line, block);
        if (!block.rows.empty()) y += panel.Px(2);
    }
    if (is_open && block.more_same > 0) {
        const Area line = next(kTableHeads);
        panel.pen().Muted().WriteIn({{plan.a, line.min.y}, {plan.end, line.max.y}},
                                    "and " + CountText(block.more_same, "older row"));
    }
    for (size_t i = 0; i < same; ++i) {
        DrawRow(panel, plan, next(kTableRow), block.same_rows[i], block.qkv);
    }
    if (NamesColumns(block)) {
        const ComparedRow& first = block.rows.front();
        DrawColumnHeads(panel, plan, next(kTableHeads), first, ShownColumns(first, plan.columns));
    }
    if (block.more > 0) {
        const Area line{{plan.end, card.min.y}, {card.max.x - panel.Px(kTablePadding), y}};
        panel.pen().Muted().WriteIn(line, CountText(block.more, "more row"), Anchor::Right);
    }
    for (const ComparedRow& row : block.rows) {
        const Area line = next(kTableRow);
        if (!has_bar && &row == &block.rows.front()) DrawName(panel, plan, line, block);
        DrawRow(panel, plan, line, row, block.qkv);
    }
    panel.Spot("branches.block." + block.name, card);
    return card.max.y + panel.Px(kTableCardGap) / 2;
}

// Another layer in a line; a click looks into it.
float DrawComparedLayer(const Panel& panel, const BranchTablePlan& plan, float top,
                        const ComparedLayer& layer) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const Area card{{plan.table.min.x, top}, {plan.table.max.x, top + panel.Px(kTableBar + 4)}};
    const std::string id = "branches.layer." + std::to_string(layer.layer);
    const Touch touch = TouchArea(id.c_str(), card);
    if (touch.clicked) panel.Emit(ChooseLayer{layer.layer});
    panel.Spot(id, card);
    pen.In(touch.hovered ? c.neutral_cell : c.block).Fill(card, kTableRadius);
    pen.In(c.line).Frame(card, kTableRadius);
    const Area name{{card.min.x + panel.Px(kTablePadding), card.min.y},
                    {plan.a - panel.Px(kTablePadding), card.max.y}};
    pen.Strong().WriteIn(name, "Layer " + std::to_string(layer.layer));
    std::string words;
    for (const auto& [part, difference] : layer.differences) {
        words += (words.empty() ? "" : "   ") + part + " " +
                 (difference == 0 ? "the same"
                                  : FormatNumber(difference, panel.state.preferences.numbers));
    }
    pen.Muted().WriteIn({{plan.a, card.min.y}, {card.max.x - panel.Px(kTablePadding), card.max.y}},
                        words);
    return card.max.y + panel.Px(kTableCardGap) / 2;
}

}  // namespace decodescope
