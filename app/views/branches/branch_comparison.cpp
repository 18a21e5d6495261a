#include "app/views/branches/branch_comparison.h"

#include <algorithm>
#include <cmath>

#include "app/views/branches/branch_distribution.h"
#include "app/views/branches/branch_table.h"

namespace decodescope {

namespace {

constexpr float kHead = 34, kBadge = 26;  // at scale 1

// A small square with the letter of a branch.
void DrawBadge(const Panel& panel, Area box, std::string_view letter, bool is_solid) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen().Strong();
    const float radius = panel.theme.metrics.chip_radius;
    pen.In(is_solid ? c.ink : c.block).Fill(box, radius);
    if (!is_solid) pen.Frame(box.Grown(-panel.theme.Whole(1) / 2), radius, 1.5f);
    pen.In(is_solid ? c.on_ink : c.ink).WriteMiddle(box.center(), letter);
}

void DrawHead(const Panel& panel, const BranchTablePlan& plan, float top,
              const ComparedNames& names) {
    const Pen pen = panel.pen();
    const float size = panel.Px(kBadge), y = top + panel.Px(kHead) / 2;
    const auto draw = [&](float x, float right, std::string_view letter, const std::string& name,
                          const char* hotspot) {
        const Area badge = AreaAt(x, std::round(y - size / 2), size, size);
        DrawBadge(panel, badge, letter, letter == "A");
        const Area words{{badge.max.x + panel.Px(kTablePadding), badge.min.y},
                         {right, badge.max.y}};
        pen.Strong().WriteIn(words, name);
        panel.Spot(hotspot, {badge.min, words.max});
    };
    const float gap = panel.Px(kTableBetween) / 2;
    draw(plan.a, plan.b - gap, "A", names.a, "left.text");
    draw(plan.b, std::max(plan.end, plan.b + plan.PartWidth()), "B", names.b, "right.text");
    const Area end{{plan.end, y - size / 2},
                   {plan.table.max.x - panel.Px(kTablePadding), y + size / 2}};
    pen.Muted().WriteIn(end, "largest |Δ|", Anchor::Right);
}

}  // namespace

float DrawBranchComparison(const Panel& panel, Area area, const ComparedNames& names,
                           const BranchComparison& comparison) {
    Area body = area;
    body.min.y += panel.Px(kHead);
    const BranchTablePlan plan = PlanBranchTable(panel, body, comparison);
    DrawHead(panel, plan, area.min.y, names);
    float y = body.min.y;
    for (const ComparedBlock& block : comparison.blocks)
        y = DrawComparedBlock(panel, plan, y, block);
    for (const ComparedLayer& layer : comparison.layers)
        y = DrawComparedLayer(panel, plan, y, layer);
    if (!comparison.ahead.empty()) {
        const Area line{{plan.table.min.x + panel.Px(kTablePadding), y},
                        {plan.table.max.x, y + panel.Px(kTableRow)}};
        panel.pen().Muted().WriteIn(line, comparison.ahead);
        y = line.max.y;
    }
    if (!comparison.has_logits) return y;
    const Area side =
        plan.is_beside ? plan.side
                       : Area{{plan.table.min.x, y + panel.Px(kTableCardGap) / 2}, plan.table.max};
    return std::max(y, DrawDistribution(panel, side, comparison));
}

}  // namespace decodescope
