// What an edit did: which selection flipped, and that the picture is not up to date.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// "Pass 1 now selects C instead of B; …" at the lower end of `area`: a click goes there, and it
// stays until the next edit or Escape. Nothing while a message takes the space.
void DrawFlipNotice(const Panel& panel, Area area);

// A sign above what shows the flipped selection: a box of the timeline that stands for passes
// [first, end), the chip of the token that was selected. Nothing elsewhere.
void DrawFlipMarkOfPasses(const Panel& panel, int first, int end, Area area);
void DrawFlipMarkOfPosition(const Panel& panel, int position, Area area);

// Dims the picture from before the edit until the new one is there, and says so.
void DrawRecomputing(const Panel& panel, Area area);

}  // namespace decodescope
