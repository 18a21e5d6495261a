// One block of the comparison of two branches, and another layer as a line.
#pragma once

#include "app/views/branches/branch_table_plan.h"

namespace decodescope {

// What differs row by row; what is the same is a bar that opens on a click. Both return how far
// down they reach.
float DrawComparedBlock(const Panel& panel, const BranchTablePlan& plan, float top,
                        const ComparedBlock& block);
float DrawComparedLayer(const Panel& panel, const BranchTablePlan& plan, float top,
                        const ComparedLayer& layer);

}  // namespace decodescope
