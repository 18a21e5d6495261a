// How much work the passes have taken, counted: positions whose K and V were computed with the
// cache, and with the whole prefix recomputed for each token. From the engine's counters, not a
// formula.
#pragma once

#include <vector>

#include "core/run/check.h"

namespace decodescope {

// In all, up to and including a pass.
struct GrowthPoint {
    int passes = 0;  // 1 after the prefill; also the number of tokens selected
    int cached = 0;
    int recomputed = 0;

    friend bool operator==(const GrowthPoint&, const GrowthPoint&) = default;
};

std::vector<GrowthPoint> GrowthOf(const std::vector<PassCheck>& checks);

// The grid lines of an axis up to `largest`: at most `most` (at least 2), at multiples of 1, 2 or 5
// times a power of ten. 0 is not among them.
std::vector<int> AxisLines(int largest, int most);

}  // namespace decodescope
