// One number of a model or a recording, named, and what it was made from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/value_table.h"

namespace decodescope {

class Recording;

// Names one number. Rows of computed values are absolute positions, so no pass needs to be named:
// each position is computed by exactly one. Without layers or heads these are 0.
struct Cell {
    Value value = Value::X;
    int layer = 0;
    int head = 0;
    int row = 0;
    int column = 0;

    friend auto operator<=>(const Cell&, const Cell&) = default;
};

// "weights.0.0.2.1": value, layer, head, row, column.
std::string NameOf(const Cell& cell);
std::optional<Cell> CellNamed(const std::string& name);

// "w[2,1]" where there is one layer and head, else "w[2,1], layer 3, head 5".
std::string SymbolOf(const Config& config, const Cell& cell);

// What is done to a number before it is multiplied.
enum class Function { None, Exp, Silu, Gelu, GeluTanh };

// One factor of a term: another cell's number, or a constant with a name ("cos 2θ₁", "−1/d").
struct Factor {
    std::optional<Cell> cell;
    std::string label;       // for a constant
    Function function = Function::None;
    double offset = 0.0;     // subtracted before the function: exp(z − max)
    double argument = 0.0;   // the number itself
    double value = 0.0;      // function(argument − offset)
};

struct Term {
    std::vector<Factor> factors;
    double value = 0.0;  // their product
};

// How the sum of the terms becomes the number.
enum class Finish {
    Sum,           // it is the number
    Scale,         // sum · constant
    InverseRoot,   // 1 / sqrt(sum · constant + eps)
    Share,         // one of the terms, divided by the sum
    Choice,        // the rule's decision; the terms say what it decided on
};

// What one number was made from, with the numbers. The terms add up to `sum`, and `finish` makes
// `value` of it: Finished() and `value` agree up to the rounding of the engine's precision.
struct Derivation {
    Cell cell;
    std::string formula;      // in symbols
    std::vector<Term> terms;  // empty for a parameter: it is given, not made
    double sum = 0.0;
    Finish finish = Finish::Sum;
    double constant = 1.0;    // Scale, InverseRoot
    double eps = 0.0;         // InverseRoot
    int share_of = 0;         // Share: which term
    double value = 0.0;       // as the engine computed it

    double Finished() const;
};

// What any one number of the recording was made from. The cell must exist (recording.Has).
Derivation Terms(const Recording& recording, const Cell& cell);

// "h[2,0] = 0.401·1 + 0.198·0 + 0.401·1 = 0.802", long sums folded to the largest terms.
std::string FilledIn(const Recording& recording, const Cell& cell, int decimals = 3);

}  // namespace decodescope
