// Rules that sample, and logits whose probabilities are known, for tests of the selection.
#pragma once

#include <cmath>
#include <vector>

#include "core/engine/selection.h"
#include "tests/support/catch.h"

namespace decodescope {

// Probabilities 1/2, 1/4, 1/8, 1/8, in an order of IDs that is not that of their size.
inline const std::vector<double> kHalves = {0, 2 * std::log(2.0), 0, std::log(2.0)};

inline SelectionRule Sampled(SelectionRule rule = {}) {
    rule.kind = RuleKind::Sample;
    return rule;
}

// The probabilities after the rule.
inline std::vector<double> FinalOf(const SelectionRule& rule, const std::vector<double>& logits) {
    const SelectionResult result = Select(rule, 0, logits);
    REQUIRE(result.selection);
    return result.probabilities;
}

}  // namespace decodescope
