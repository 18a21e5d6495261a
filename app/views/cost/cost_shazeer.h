// Shazeer's terms as curves over batch or context, the exact counts of the chosen shape as points
// beside them, and what the paper assumes.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawCostShazeer(const Panel& panel, Area area);

}  // namespace decodescope
