// Where the limits of a selection rule cut, in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/engine/selection.h"

namespace decodescope {

struct Cutoff {
    size_t kept = 0;       // how many candidates, likeliest first
    std::string_view key;  // "top_k", as in files
    std::string name;      // "top-k"
    std::string words;     // "top-k keeps the 2 above"
    bool is_tie = false;   // it cuts between equal logits: the lower ID stays
};

// Those that drop any candidate, in the order in which they apply. None for greedy, or if a logit
// is not finite.
std::vector<Cutoff> CutoffsOf(const SelectionRule& rule, std::vector<double> logits);

}  // namespace decodescope
