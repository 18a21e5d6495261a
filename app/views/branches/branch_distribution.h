// The distributions of two branches: how far the probability has moved, and where it went.
#pragma once

#include "app/panel/panel.h"
#include "app/views/branches/branch_comparison_data.h"

namespace decodescope {

float DistributionHeight(const Panel& panel, const BranchComparison& comparison);

// Returns how far down it reaches.
float DrawDistribution(const Panel& panel, Area area, const BranchComparison& comparison);

}  // namespace decodescope
