// How a draw selects: the kept candidates side by side from 0 to 1, and the random number u.
//
//   |    lemon     |  honey |milk|
//                     ▲ u = 0.713: honey
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// How high it is; 0 where the selection at the playhead was not drawn.
float CumulativeBarHeight(const Panel& panel);

void DrawCumulativeBar(const Panel& panel, Area area);

}  // namespace decodescope
