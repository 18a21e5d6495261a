// A derivation (terms.h) as one line of text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/run/terms.h"

namespace decodescope {

// "exp", "silu"; empty for None.
std::string_view NameOf(Function function);

// What is computed before a factor is multiplied: "0.670", "silu(0.330)", "(0.330 − 0.125)",
// "exp(0.707 − 0.707)", "exp((2.1 − 2.4) / 0.8)".
std::string ExpressionText(const Factor& factor, int decimals);

// Of many terms only the largest are shown; the others are one number, so that it still adds up.
struct FoldedTerms {
    std::vector<Term> shown;  // in the order in which they are added; a NaN counts as largest
    int folded_count = 0;
    double folded_sum = 0.0;
};

// Up to five terms are all shown, of more the four largest.
FoldedTerms Fold(const Derivation& derivation);

// The derivation as one line, "h[2,0] = 0.401·1 + 0.198·0 + 0.401·1 = 0.802"; of long sums only the
// largest terms, and how many more there are with what they come to.
std::string FilledIn(const Recording& recording, const Cell& cell, int decimals = 3);

}  // namespace decodescope
