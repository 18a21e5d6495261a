// What was counted up to the step, and each response checked against decoding it alone, as tiles.
#pragma once

#include "app/panel/panel.h"
#include "app/views/batch/batch_view_data.h"

namespace decodescope {

float BatchCountersHeight(const Panel& panel, const BatchViewData& data, float width);

// Returns the y where they end.
float DrawBatchCounters(const Panel& panel, const BatchViewData& data, Area area);

}  // namespace decodescope
