// Where the columns of the comparison of two branches are, and the distribution beside or below
// them.
#pragma once

#include "app/panel/panel.h"
#include "app/views/branches/branch_comparison_data.h"

namespace decodescope {

// Distances of the comparison, at scale 1.
constexpr float kTableDelta = 116, kTableRow = 28, kTableBar = 26, kTableHeads = 20;
constexpr float kTablePadding = 8, kTableCardGap = 8, kTableRadius = 8, kTableBetween = 16;

// Columns of the table, from left to right: name, A's numbers, B's numbers, the largest difference.
struct BranchTablePlan {
    Area table, side;  // side: the distribution; below the table where it is as wide as it
    bool is_beside = false;
    float name = 0, a = 0, b = 0, end = 0;
    float cell = 0;
    int columns = 1;

    float PartWidth() const { return cell * static_cast<float>(columns); }
};

// `body` is the room below the heads. Bars that were opened change nothing, so that no click moves
// the columns.
BranchTablePlan PlanBranchTable(const Panel& panel, Area body, const BranchComparison& comparison);

// Columns that are tokens are named once; a dimension is named at its difference.
bool NamesColumns(const ComparedBlock& block);

}  // namespace decodescope
