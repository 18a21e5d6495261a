// Heat maps that have more entries than pixels.
#pragma once

#include "app/scene/scene.h"

namespace decodescope {

// The map with at most so many rows and columns: each entry stands for a group of neighbours and
// shows the one that is largest in size, so that nothing large can vanish. A NaN counts as largest.
HeatMap Reduced(const HeatMap& map, int most_rows, int most_columns);

// Whether the cell is drawn in this map.
bool Holds(const HeatMap& map, const Cell& cell);

}  // namespace decodescope
