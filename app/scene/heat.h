// What heat maps are filled with, and maps that have more entries than pixels.
#pragma once

#include <array>

#include "app/scene/scene.h"
#include "core/run/recording.h"

namespace decodescope {

// Fills a map's shares with the numbers themselves, in at most the given rows and columns. If there
// are more, each share is the largest in magnitude of a group of neighbours, so that nothing large
// can vanish (a NaN counts as largest). The future of a row, and what was not captured, is masked.
void FillMap(const Recording& recording, HeatMap& map, int most_rows, int most_columns);

// The map with at most the given rows and columns of shares, grouped in the same way.
HeatMap Reduced(const HeatMap& map, int most_rows, int most_columns);

// The largest magnitude of each tensor in the maps; tensors that are compared by eye, before and
// after RoPE and in the cache, share one range.
using Ranges = std::array<float, kTensorCount>;

// Turns the numbers in a map into shares of a range; magnitudes on a square-root scale, so that
// small weights show.
void ShareMap(HeatMap& map, float range);

// Turns the numbers in the maps into shares of their tensor's range, and returns the ranges.
Ranges ShareMaps(std::vector<HeatMap>& maps);
float RangeOf(const Ranges& ranges, TensorId tensor);

// Whether the cell is drawn in this map.
bool Holds(const HeatMap& map, const Cell& cell);

}  // namespace decodescope
