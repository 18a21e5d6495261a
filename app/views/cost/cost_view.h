// The view Cost: what the recording's passes cost, counted; what a decode step would take on some
// machine, modelled and kept apart; and what Shazeer 2019 says of attention, beside exact counts.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawCostView(const Panel& panel, Area area);

}  // namespace decodescope
