// The view "Branches", where other choices lead: the tree of branches, and two of them compared at
// the same step, block by block.
#pragma once

#include "app/panel/view_row.h"

namespace decodescope {

void DrawBranchesView(const Panel& panel, Area area);

extern const ViewRow kBranchesView;

}  // namespace decodescope
