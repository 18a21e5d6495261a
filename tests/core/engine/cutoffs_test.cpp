#include "core/engine/cutoffs.h"

#include <cmath>
#include <vector>

#include "tests/support/catch.h"

namespace decodescope {
namespace {

TEST_CASE("Limits say how many they leave, and where they cut between equals") {
    // Probabilities 1/2, 1/4, 1/8, 1/8, in an order of IDs that is not that of their size.
    const double ln2 = std::log(2.0);
    const std::vector<double> halves = {0, 2 * ln2, 0, ln2};
    const auto of = [&](const SelectionRule& rule) { return CutoffsOf(rule, halves); };
    const auto sampled = [](SelectionRule rule = {}) {
        rule.kind = RuleKind::Sample;
        return rule;
    };
    CHECK(of({}).empty());
    CHECK(of(sampled()).empty());
    CHECK(of(sampled({.top_k = 9})).empty());
    const std::vector<Cutoff> tie = of(sampled({.top_k = 3}));
    REQUIRE(tie.size() == 1);
    CHECK(tie[0].kept == 3);
    CHECK(tie[0].is_tie);
    const std::vector<Cutoff> two = of(sampled({.top_k = 3, .min_p = 0.6}));
    REQUIRE(two.size() == 2);
    CHECK(two[1].name == "min-p");
    CHECK(two[1].kept == 1);
    CHECK_FALSE(two[1].is_tie);
    CHECK(CutoffsOf(sampled({.top_k = 1}), {1, std::nan("")}).empty());
}

}  // namespace
}  // namespace decodescope
