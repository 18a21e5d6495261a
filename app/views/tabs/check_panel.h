// Cached against recomputed: how many positions each computed, as counted, and how far apart they
// are.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawCheckPanel(const Panel& panel, Area area);

}  // namespace decodescope
