// What heat maps are filled with, and maps that have more entries than pixels.
#pragma once

#include <array>

#include "app/scene/scene.h"
#include "core/run/recording.h"

namespace decodescope {

// Fills a map's shares with the numbers themselves, in at most so many rows and columns: then each
// entry stands for a group of neighbours and is the one that is largest in size, so that nothing
// large can vanish (a NaN counts as largest). The future of a row, and what was not captured, stays
// masked.
void FillMap(const Recording& recording, HeatMap& map, int most_rows, int most_columns);

// The map with at most so many rows and columns of shares, grouped in the same way.
HeatMap Reduced(const HeatMap& map, int most_rows, int most_columns);

// The largest size of each value in the maps; values that are compared by eye, before and after
// RoPE and in the cache, share one range.
using Ranges = std::array<float, kTensorCount>;

// Turns the numbers in a map into shares of a range; magnitudes on a square-root scale, so that
// small weights show.
void ShareMap(HeatMap& map, float range);

// Turns the numbers in the maps into shares of their value's range, and returns the ranges.
Ranges ShareMaps(std::vector<HeatMap>& maps);
float RangeOf(const Ranges& ranges, TensorId tensor);

// Whether the cell is drawn in this map.
bool Holds(const HeatMap& map, const Cell& cell);

}  // namespace decodescope
