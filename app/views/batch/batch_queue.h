// The requests without a slot, in one line: those that are queued, then those that arrive later.
#pragma once

#include "app/panel/panel.h"
#include "app/views/batch/batch_view_data.h"

namespace decodescope {

float BatchQueueHeight(const Panel& panel);

// Returns the y where it ends.
float DrawBatchQueue(const Panel& panel, const BatchViewData& data, Area area);

}  // namespace decodescope
