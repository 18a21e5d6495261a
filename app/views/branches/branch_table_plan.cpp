#include "app/views/branches/branch_table_plan.h"

#include <algorithm>
#include <cmath>

#include "app/views/branches/branch_distribution.h"

namespace decodescope {

namespace {

// At scale 1.
constexpr float kName = 132, kNameLeast = 118, kSide = 340, kSideLeast = 290;
constexpr int kMostColumns = 8;

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
    const float fixed = name + panel.Px(kTableDelta + 2 * kTableBetween + 2 * kTablePadding);
    return std::clamp(static_cast<int>((width - fixed) / 2 / cell), 1, most);
}

float HeightOf(const Panel& panel, const BranchComparison& comparison) {
    float height = 0;
    for (const ComparedBlock& block : comparison.blocks) {
        height += (block.same.empty() ? 0 : kTableBar + 4) + kTablePadding;
        if (NamesColumns(block)) height += kTableHeads;
        height += kTableRow * static_cast<float>(block.rows.size());
    }
    height += static_cast<float>(comparison.layers.size()) * (kTableBar + kTablePadding);
    return panel.Px(height);
}

}  // namespace

bool NamesColumns(const ComparedBlock& block) {
    return !block.rows.empty() && block.name == "score";
}

// The distribution is below the table where all of it fits there; else at its right, so that it is
// in sight.
BranchTablePlan PlanBranchTable(const Panel& panel, Area area, const BranchComparison& comparison) {
    BranchTablePlan plan;
    plan.cell = WidestNumber(panel, comparison) + panel.Px(12);
    const int most = MostColumns(comparison);
    const bool is_wide = area.width() >= panel.Px(1000);
    plan.name = panel.Px(is_wide ? kName : kNameLeast);
    const float below = HeightOf(panel, comparison) + DistributionHeight(panel, comparison) +
                        panel.Px(kTableCardGap);
    const int alone = ColumnsIn(panel, area.width(), plan.name, plan.cell, most);
    const float side =
        std::round(std::clamp(area.width() * 0.36f, panel.Px(kSideLeast), panel.Px(kSide)));
    const float left = area.width() - side - panel.Px(kTableBetween);
    const int beside = ColumnsIn(panel, left, plan.name, plan.cell, most);
    plan.is_beside = comparison.has_logits && (beside == most || below > area.height()) &&
                     left > plan.name + 2 * plan.cell +
                                panel.Px(kTableDelta + 2 * kTableBetween + 2 * kTablePadding);
    plan.table = area;
    if (plan.is_beside) {
        plan.table.max.x = area.min.x + left;
        plan.side = {{plan.table.max.x + panel.Px(kTableBetween), area.min.y}, area.max};
    }
    plan.columns = plan.is_beside ? beside : alone;
    plan.a = plan.table.min.x + panel.Px(kTablePadding) + plan.name;
    plan.end = plan.table.max.x - panel.Px(kTablePadding) - panel.Px(kTableDelta);
    const float room = plan.end - plan.a - panel.Px(kTableBetween);
    plan.cell = std::min(plan.cell * 1.2f, room / 2 / static_cast<float>(plan.columns));
    plan.b = plan.a + plan.PartWidth() + panel.Px(kTableBetween);
    return plan;
}

}  // namespace decodescope
