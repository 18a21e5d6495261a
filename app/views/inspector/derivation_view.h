// A sum written out: a row for each term, a line below them, and what is done to the sum.
//
//              w        V₀
//   A 0   [ 0.165 ] · [ 1.000 ] =  0.165
//   B 1   [ 0.335 ] · [ 0.000 ] =  0.000
//                                 ------
//   sum                            0.165
#pragma once

#include "app/panel/panel.h"
#include "core/run/terms.h"

namespace decodescope {

// Draws below `y`, the middle of the first row, and returns the middle of the row below the last.
float DrawDerivation(const Panel& panel, const Derivation& derivation, Area area, float y);

}  // namespace decodescope
