// The samples of one prompt: the prompt, the numbers, and how far each response is.
#pragma once

#include "app/panel/panel.h"
#include "app/views/batch/batch_view_data.h"

namespace decodescope {

// From the column's y down. `data` is null while there is no batch.
void DrawBatchSamples(const Panel& panel, const BatchViewData* data, Column& column);

}  // namespace decodescope
