// Both workers with their caches, and what is sent between them.
#pragma once

#include "app/panel/panel.h"
#include "app/views/disaggregation/disaggregation_view_data.h"

namespace decodescope {

void DrawWorkerPair(const Panel& panel, Area area, const DisaggregationViewData& data);

}  // namespace decodescope
