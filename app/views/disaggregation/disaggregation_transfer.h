// What is sent between the workers, drawn between their caches: an arrow for each row of K and V, a
// box that says how much that is, and the ID of the first token, which is sent without K and V.
#pragma once

#include "app/panel/panel.h"
#include "app/views/disaggregation/disaggregation_cache.h"
#include "app/views/disaggregation/disaggregation_view_data.h"

namespace decodescope {

void DrawTransfer(const Panel& panel, Area area, const DisaggregationViewData& data,
                  const CacheRows& rows);

}  // namespace decodescope
