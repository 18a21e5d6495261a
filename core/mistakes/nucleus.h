// What top-p keeps, worked out from the logits alone: the smallest set, likeliest first, whose
// probability reaches p.
#pragma once

#include <vector>

#include "core/mistakes/broken_run.h"

namespace decodescope {

struct Nucleus {
    std::vector<TokenId> order;  // what top-k left, likeliest first, the lowest ID among equals
    std::vector<double> shares;  // their probabilities, in that order
    size_t size = 0;             // how many of them top-p keeps
    bool crosses = false;        // these reach p; false: all candidates together do not
};

// The rule must sample (not is_greedy) and the logits be finite.
Nucleus NucleusOf(const SelectionRule& rule, const Row& logits);

}  // namespace decodescope
