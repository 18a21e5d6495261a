// The view "Disaggregated": prefill on one worker, decode on another. What is sent between them
// step by step, how long that would take on a link, and the check that the results are the same.
#pragma once

#include "app/panel/view_row.h"

namespace decodescope {

void DrawDisaggregationView(const Panel& panel, Area area);

extern const ViewRow kDisaggregatedView;

}  // namespace decodescope
