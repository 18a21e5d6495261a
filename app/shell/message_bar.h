// What went wrong, in words, until it is dismissed or fixed.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// Draws nothing where there is nothing to say. Grows upwards from the area for long messages.
void DrawMessageBar(const Panel& panel, Area area);

}  // namespace decodescope
