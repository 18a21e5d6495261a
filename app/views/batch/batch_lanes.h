// The slots: the weights, read once per step, and a cache for each slot.
#pragma once

#include "app/panel/panel.h"
#include "app/views/batch/batch_view_data.h"

namespace decodescope {

// Slots are as high as `room` allows. Returns the y where they end.
float DrawBatchLanes(const Panel& panel, const BatchViewData& data, Area area, float room);

}  // namespace decodescope
