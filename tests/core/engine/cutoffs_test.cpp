#include "core/engine/cutoffs.h"

#include <cmath>
#include <vector>

#include "tests/core/engine/rules.h"
#include "tests/support/catch.h"

namespace decodescope {
namespace {

TEST_CASE("Limits say how many they leave, and where they cut between equals") {
    const auto of = [](const SelectionRule& rule) { return CutoffsOf(rule, kHalves); };
    CHECK(of({}).empty());
    CHECK(of(Sampled()).empty());
    CHECK(of(Sampled({.top_k = 9})).empty());
    const std::vector<Cutoff> tie = of(Sampled({.top_k = 3}));
    REQUIRE(tie.size() == 1);
    CHECK(tie[0].kept == 3);
    CHECK(tie[0].is_tie);
    const std::vector<Cutoff> two = of(Sampled({.top_k = 3, .min_p = 0.6}));
    REQUIRE(two.size() == 2);
    CHECK(two[1].name == "min-p");
    CHECK(two[1].kept == 1);
    CHECK_FALSE(two[1].is_tie);
    CHECK(CutoffsOf(Sampled({.top_k = 1}), {1, std::nan("")}).empty());
}

}  // namespace
}  // namespace decodescope
