// The view "Branches", where other choices lead: the tree of branches, and the passes of two of
// them side by side at the same step, with the numbers that differ marked.
#pragma once

#include "app/panel/view_row.h"

namespace decodescope {

void DrawBranchesView(const Panel& panel, Area area);

extern const ViewRow kBranchesView;

}  // namespace decodescope
