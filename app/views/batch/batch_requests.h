// Where a batch is filled in: its requests, or the samples of one prompt, and how far each response
// is.
#pragma once

#include "app/panel/panel.h"
#include "app/views/batch/batch_view_data.h"

namespace decodescope {

// From the column's y down. `data` is null while there is no batch.
void DrawBatchRequests(const Panel& panel, const BatchViewData* data, Column& column);

}  // namespace decodescope
