// The view "Cost": what the recording's passes cost, counted; how long a decode step would take on
// some hardware, modelled and kept apart; and the terms of Shazeer 2019 beside exact counts.
#pragma once

#include "app/panel/view_row.h"

namespace decodescope {

void DrawCostView(const Panel& panel, Area area);

extern const ViewRow kCostView;

}  // namespace decodescope
