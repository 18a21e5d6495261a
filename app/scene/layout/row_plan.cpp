#include "app/scene/layout/row_plan.h"

#include <algorithm>
#include <numeric>

namespace decodescope {

float RowPlan::total() const { return std::accumulate(heights.begin(), heights.end(), 0.0f); }

RowPlan PlanRows(const RowStyle& style, int rows, int focus) {
    constexpr float kLeastRows = 14;
    RowPlan plan;
    plan.heights.assign(static_cast<size_t>(rows), style.other);
    float& focus_height = plan.heights[static_cast<size_t>(focus)];
    focus_height = style.focus;
    const float total = plan.total();
    const float wanted = std::clamp(total, kLeastRows, std::max(style.most, kLeastRows));
    const bool has_focus = style.focus != style.other;
    const float fixed = has_focus ? style.focus : 0;  // the focus row keeps its height
    if (total - fixed <= 0) return plan;
    for (float& height : plan.heights) height *= (wanted - fixed) / (total - fixed);
    if (has_focus) focus_height = style.focus;
    return plan;
}

}  // namespace decodescope
