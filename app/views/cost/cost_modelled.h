// The modelled half: how long a decode step would take, what limits it, the roofline, and memory.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawCostModelled(const Panel& panel, Area area);

}  // namespace decodescope
