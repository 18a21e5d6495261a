// Cached against recomputed: how many positions each computed, counted, and how far they are apart.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawCheckPanel(const Panel& panel, Area area);

}  // namespace decodescope
