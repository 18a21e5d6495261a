// The words around a sum that is written out: what number it is, how it is computed, and what each
// of its terms is about.
#pragma once

#include <string>

#include "core/run/terms.h"

namespace decodescope {

// A cell's heading: "h" with a lowered "0", then "of B 3".
struct Heading {
    std::string symbol;
    std::string subscript;
    std::string of;
};
Heading HeadingOf(const Recording& recording, const Cell& cell);

// "h = Σ w · v, layer 1, head 0".
std::string FormulaLine(const Recording& recording, const Cell& cell);

// What distinguishes a term from the others of its sum: "A 0", "dim 1".
std::string TermLabel(const Recording& recording, const Derivation& derivation, const Term& term);

// The first factor that is a cell; null where none is.
const Cell* FirstCell(const Term& term);

}  // namespace decodescope
