// The view "Hand-over": two workers, what passes between them step by step, how long that would
// take on a link, and the proof that nothing is changed by it.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawDisaggregationView(const Panel& panel, Area area);

}  // namespace decodescope
