// The samples of one prompt: the prompt, the numbers, and how far each response is.
#pragma once

#include "app/panel/panel.h"
#include "app/views/batch/batch_view_data.h"

namespace decodescope {

// `data` is null while there is no batch. Returns the y where it ends.
float DrawBatchSamples(const Panel& panel, const BatchViewData* data, Area area, float y);

}  // namespace decodescope
