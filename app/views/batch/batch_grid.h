// Steps by slots: what each slot did in each step. A click goes to a step.
#pragma once

#include "app/panel/panel.h"
#include "app/views/batch/batch_view_data.h"

namespace decodescope {

float BatchGridHeight(const Panel& panel, const BatchViewData& data);

// Returns the y where it ends.
float DrawBatchGrid(const Panel& panel, const BatchViewData& data, Area area);

}  // namespace decodescope
