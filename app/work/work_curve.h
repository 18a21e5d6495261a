// How much work passes have taken, counted: positions whose K and V were computed with the cache,
// and when the whole prefix is recomputed each time. From the engine's own counters, never from a
// formula.
#pragma once

#include <vector>

#include "core/run/check.h"

namespace decodescope {

// In all, up to and with a pass.
struct GrowthPoint {
    int passes = 0;  // 1 behind the prefill: also the tokens selected, one a pass
    int cached = 0;
    int recomputed = 0;

    friend bool operator==(const GrowthPoint&, const GrowthPoint&) = default;
};

std::vector<GrowthPoint> GrowthOf(const std::vector<PassCheck>& checks);

// Where an axis up to `largest` has its lines: at most `most` (2 at least), at multiples of 1, 2 or
// 5 times a power of ten. 0 is not among them.
std::vector<int> AxisLines(int largest, int most);

}  // namespace decodescope
