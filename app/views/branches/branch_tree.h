// The tree of branches, drawn: one row per branch, tokens that were selected in the same pass below
// each other.
#pragma once

#include "app/panel/panel.h"
#include "app/views/branches/branches_view_data.h"

namespace decodescope {

// How high it is with this many rows.
float BranchTreeHeight(const Panel& panel, size_t rows);

void DrawBranchTree(const Panel& panel, Area area, const std::vector<BranchRow>& rows);

}  // namespace decodescope
