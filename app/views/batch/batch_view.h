// The view "Batch": several responses decoded together, one pass over the weights per step.
//
//   title
//   the requests | weights ─▶ slot 0 [...]     The weights are drawn once, and a cache for each
//                |         ─▶ slot 1 [...]     slot. Below are the queue, the steps as a grid, and
//                | queue                       what was counted.
//                | steps × slots
//                | counters
#pragma once

#include "app/panel/view_row.h"

namespace decodescope {

void DrawBatchView(const Panel& panel, Area area);

extern const ViewRow kBatchView;

}  // namespace decodescope
