// The batch view: several responses decoded together, one pass over the weights a step.
//
//   title                                  what is served, one row a response, beside the picture:
//   the requests | weights ─▶ slot 0 [...]     weights once, and a cache for each slot. Below it
//   the steps
//            |         ─▶ slot 1 [...]     as a grid, and what was counted.
//            | steps × slots, counters
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawBatchView(const Panel& panel, Area area);

}  // namespace decodescope
