// How high each row of a pass is.
#pragma once

#include <vector>

namespace decodescope {

// The same in all blocks of the pass.
struct RowPlan {
    std::vector<float> heights;

    float total() const;
};

// A row this high can hold numbers; where there is little room, a lower one does.
constexpr float kNumberRow = 22.0f, kLeastNumberRow = 20.0f;

// The focus row, and the others.
struct RowStyle {
    float focus;
    float other;
    float most;  // in total
};
constexpr float kNoLimit = 1e6f;

RowPlan PlanRows(const RowStyle& style, int rows, int focus);

}  // namespace decodescope
