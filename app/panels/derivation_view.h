// A sum written out: a row for each term, the line below them, and what becomes of the sum.
//
//              w        V₀
//   A 0   [ 0.165 ] · [ 1.000 ] =  0.165
//   B 1   [ 0.335 ] · [ 0.000 ] =  0.000
//                                 ------
//   sum                            0.165
#pragma once

#include <vector>

#include "app/panels/panel.h"
#include "core/terms.h"

namespace decodescope {

// Of many terms only the largest are shown; the others stand as one row, so that it still adds up.
struct FoldedTerms {
    std::vector<Term> shown;  // in the order in which they are added
    int folded_count = 0;
    double folded_sum = 0;
};

FoldedTerms Fold(const Derivation& derivation);

// Draws below `y`, the middle of the first row, and returns the middle of the row below the last.
float DrawDerivation(const Panel& panel, const Derivation& derivation, Area area, float y);

}  // namespace decodescope
