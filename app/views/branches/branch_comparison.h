// Two branches beside each other, block by block: what differs in full, what is the same as a bar.
//
//               A … tea with                B … water with          largest |Δ|
//   x           [ the same: "with" is ID 30 in both              ]            0
//   K rows      [ the same: rows 0, 1, 2: the prompt             ]
//     row 3       1.125  0.664 −0.911         −0.266 −0.648 −1.874   dim 0 1.391
#pragma once

#include "app/panel/panel.h"
#include "app/views/branches/branch_comparison_data.h"

namespace decodescope {

struct ComparedNames {
    std::string a, b;  // of the branches
};

// Returns how far down it reaches.
float DrawBranchComparison(const Panel& panel, Area area, const ComparedNames& names,
                           const BranchComparison& comparison);

}  // namespace decodescope
