// Logits that are random planes over two axes, for the tests and the benchmark of decision regions.
#pragma once

#include <random>

#include "app/plane/decision_regions.h"

namespace decodescope {

// With an even seed all planes pass through the origin, as without an output bias.
inline LogitPlanes RandomPlanes(int tokens, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    LogitPlanes planes;
    for (int i = 0; i < tokens; ++i) {
        planes.a.push_back(normal(random));
        planes.b.push_back(normal(random));
        planes.c.push_back(seed % 2 == 0 ? 0.0 : 0.3 * normal(random));
    }
    return planes;
}

}  // namespace decodescope
