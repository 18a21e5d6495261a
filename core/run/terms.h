// What any one number was made from, with the numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/cell.h"
#include "core/run/recording.h"

namespace decodescope {

// What is done to a number before it is multiplied.
enum class Function { None, Exp, Silu, Gelu, GeluTanh };

// One factor of a term: another cell's number, or a constant with a name, such as "cos 2θ1" of
// position 2 and RoPE pair 1.
// value = function((argument − offset) / divisor).
struct Factor {
    std::optional<Cell> cell;
    std::string label;  // for a constant
    Function function = Function::None;
    double argument = 0.0;
    double offset = 0.0;
    double divisor = 1.0;
    double value = 0.0;
};

struct Term {
    std::vector<Factor> factors;
    double value = 0.0;  // their product
};

// How the sum of the terms becomes the number.
enum class Finish {
    Sum,          // it is the number
    Scale,        // sum · constant
    InverseRoot,  // 1 / √(sum · constant + eps)
    Share,        // one of the terms, divided by the sum; 0 where the sum is 0
};

// The terms add up to `sum`, and Finished() makes the number of it: it agrees with `value`, which
// is what the engine computed, up to the rounding of the engine's precision.
struct Derivation {
    Cell cell;
    std::vector<Term> terms;  // none for a parameter: it is given, not made
    double sum = 0.0;
    Finish finish = Finish::Sum;
    double constant = 1.0;  // Scale, InverseRoot
    double eps = 0.0;       // InverseRoot
    int share_of = 0;       // Share: which term
    double value = 0.0;

    double Finished() const;
};

// What any one number of the recording was made from. The cell must exist (recording.Has).
Derivation Terms(const Recording& recording, const Cell& cell);

}  // namespace decodescope
