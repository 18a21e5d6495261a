// Where different choices lead: the tree of branches, and two of them side by side at the same
// step, with the numbers that differ marked.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawBranchesView(const Panel& panel, Area area);

}  // namespace decodescope
