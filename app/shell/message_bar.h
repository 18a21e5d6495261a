// What went wrong, in words, until it is dismissed or fixed.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// Draws nothing where there is nothing to say. Grows upwards from the area for long messages.
// How high the bar is in such a width; 0 while there is nothing to say.
float MessageHeight(const Theme& theme, const AppState& state, float width);

void DrawMessageBar(const Panel& panel, Area area);

}  // namespace decodescope
