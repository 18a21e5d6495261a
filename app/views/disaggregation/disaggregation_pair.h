// Both workers with their caches, row beside row, and what is sent between them.
#pragma once

#include "app/panel/panel.h"
#include "app/views/disaggregation/disaggregation_view_data.h"

namespace decodescope {

void DrawWorkerPair(const Panel& panel, Area area, const DisaggregationViewData& data);

// How high it is so that every row of the run shows, large or as small as rows get.
float WorkerPairHeight(const Panel& panel, int positions, bool is_large);

// Positions in the decode worker's cache at the end of the run.
int PositionsAtEnd(const Recording& recording);

}  // namespace decodescope
