// Which candidate a rule selects, and which it drops.
#include "core/engine/selection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/model/weights.h"
#include "core/run/decoder.h"
#include "tests/core/engine/rules.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

const double kLn2 = std::log(2.0);

size_t KeptOf(const SelectionRule& rule, const std::vector<double>& logits) {
    return IntervalsOf(rule, logits).size();
}

std::optional<Selection> Pick(const std::vector<double>& logits, std::vector<double>& final,
                              const SelectionRule& rule = {}) {
    SelectionResult result = Select(rule, 0, logits);
    final = result.probabilities;
    return result.selection;
}

TEST_CASE(
    "Greedy takes the largest logit, the lowest ID among equals, and says that it was a tie") {
    std::vector<double> final;
    const auto clear = Pick({0.5, 2.0, 1.0}, final);
    REQUIRE(clear);
    CHECK(clear->id == 1);
    CHECK(clear->tied.empty());
    CHECK_FALSE(clear->drawn);
    CHECK(final == std::vector<double>{0, 1, 0});

    const auto tie = Pick({0.5, 2.0, 2.0, 1.0, 2.0}, final);
    REQUIRE(tie);
    CHECK(tie->id == 1);
    CHECK(tie->tied == std::vector<TokenId>{1, 2, 4});
    CHECK(final == std::vector<double>{0, 1, 0, 0, 0});
}

TEST_CASE("A tie in the toy is reported as such") {
    // C C: all scores equal, h = (-1, -1), logits (-1, -1, 2): no tie. From "A B" with swapped
    // outputs of equal rows there is one: give A and B the same output row.
    Model model = ToyModel();
    std::get<Weights<double>>(*model.weights).output.weight =
        Matrix<double>{{1, 1}, {1, 1}, {0, 0}};
    Recipe recipe = ExampleRecipe(std::make_shared<const Model>(model));
    const Recording recording = Record(recipe);
    REQUIRE(recording.pass(0).selection);
    CHECK(recording.pass(0).selection->id == 0);
    CHECK(recording.pass(0).selection->tied == std::vector<TokenId>{0, 1});
}

TEST_CASE("Nothing is selected where a logit is not a number or no candidate is possible") {
    std::vector<double> final;
    for (const std::vector<double>& logits :
         {std::vector<double>{1, kNaN}, {kNaN, 1}, {-kInfinity, -kInfinity}}) {
        CHECK_FALSE(Pick(logits, final));
        CHECK_FALSE(Pick(logits, final, {.kind = RuleKind::Sample}));
        CHECK(final == std::vector<double>{0, 0});
    }
    CHECK(Pick({-kInfinity, 1}, final)->id == 1);
    CHECK(Pick({kInfinity, 1}, final)->id == 0);
}

TEST_CASE("Temperature 0 and top-k 1 sample what greedy takes") {
    const std::vector<double> logits{0.1, 3.0, 2.9, -1.0};
    std::vector<double> final;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        CHECK(Pick(logits, final, {.kind = RuleKind::Sample, .temperature = 0, .seed = seed})->id ==
              1);
        CHECK(Pick(logits, final, {.kind = RuleKind::Sample, .top_k = 1, .seed = seed})->id == 1);
        CHECK(Pick(logits, final, {.kind = RuleKind::Sample, .top_p = 1e-9, .seed = seed})->id ==
              1);
        CHECK(Pick(logits, final, {.kind = RuleKind::Sample, .min_p = 1, .seed = seed})->id == 1);
    }
}

TEST_CASE("Sampling renormalises what the rule keeps, and drops the rest") {
    // Probabilities 0.5, 0.25, 0.125, 0.125 exactly.
    const double ln2 = std::log(2.0);
    const std::vector<double> logits{2 * ln2, ln2, 0, 0};
    std::vector<double> final;
    Pick(logits, final, {.kind = RuleKind::Sample, .top_k = 2});
    CHECK(final[0] == Approx(2.0 / 3.0));
    CHECK(final[1] == Approx(1.0 / 3.0));
    CHECK(final[2] == 0.0);
    Pick(logits, final, {.kind = RuleKind::Sample, .top_p = 0.6});  // the crossing one is kept
    CHECK(final[1] == Approx(1.0 / 3.0));
    CHECK(final[2] == 0.0);
    Pick(logits, final, {.kind = RuleKind::Sample, .min_p = 0.3});
    CHECK(final[1] == Approx(1.0 / 3.0));
    CHECK(final[3] == 0.0);
    Pick(logits, final, {.kind = RuleKind::Sample, .temperature = 0.5});  // squares the ratios
    CHECK(final[0] / final[1] == Approx(4.0));
}

TEST_CASE("The first candidates of a pass are the beginning of all of them, best first") {
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(RandomModel(Stories260KConfig(), 3));
    recipe.prompt = "t0 t1";
    recipe.rule = {.kind = RuleKind::Sample, .top_k = 40};
    recipe.tokens = 1;
    const Recording recording = Record(recipe);
    const std::vector<Candidate> all = CandidatesOf(recording, 0);
    REQUIRE(static_cast<int>(all.size()) == recording.config().vocabulary_size);
    for (size_t i = 1; i < all.size(); ++i) {
        CHECK(all[i - 1].probability_after_rule >= all[i].probability_after_rule);
        if (all[i - 1].probability_after_rule == all[i].probability_after_rule)
            CHECK(all[i - 1].probability >= all[i].probability);
    }
    const std::vector<Candidate> first = CandidatesOf(recording, 0, 5);
    REQUIRE(first.size() == 5);
    for (size_t i = 0; i < first.size(); ++i) {
        CHECK(first[i].id == all[i].id);
        CHECK(first[i].logit == CandidateAt(recording, recording.pass(0), all[i].id).logit);
    }
    CHECK(KeptCandidates(recording, recording.pass(0)) == 40);
}

// --- Limits at their ends -----------------------------------------------------------------------

TEST_CASE("Temperature 0 is greedy, and is reached continuously") {
    CHECK(FinalOf(Sampled({.temperature = 0}), kHalves) == FinalOf({}, kHalves));
    // p(largest) = 1 / (1 + 2^(-1/T) + 2 · 4^(-1/T)) rises to 1 as T falls to 0.
    double before = 0;
    for (const double t : {1.0, 0.5, 0.1, 0.05, 0.01, 1e-3, 1e-9, 1e-300}) {
        const double expected = 1 / (1 + std::pow(2.0, -1 / t) + 2 * std::pow(4.0, -1 / t));
        const double largest = FinalOf(Sampled({.temperature = t}), kHalves)[1];
        CHECK(largest == Approx(expected));
        CHECK(largest >= before);
        before = largest;
    }
    CHECK(before == 1.0);
}

TEST_CASE("An infinite temperature is uniform") {
    for (const double p : FinalOf(Sampled({.temperature = 1e12}), kHalves)) {
        CHECK(p == Approx(0.25).epsilon(1e-9));
    }
    CHECK(FinalOf(Sampled({.temperature = 1e300}), kHalves) == std::vector<double>(4, 0.25));
    // Where rounding makes all shares equal, top-k still keeps the largest logits.
    const std::vector<double> two = FinalOf(Sampled({.temperature = 1e300, .top_k = 2}), kHalves);
    CHECK(two == std::vector<double>{0, 0.5, 0, 0.5});
}

TEST_CASE("Limits at their ends change nothing") {
    const std::vector<double> plain = FinalOf(Sampled(), kHalves);
    for (const SelectionRule& rule :
         {Sampled({.top_k = 4}), Sampled({.top_k = 1000}), Sampled({.top_p = 1}),
          Sampled({.min_p = 0}), Sampled({.top_k = 4, .top_p = 1, .min_p = 0})}) {
        CHECK(FinalOf(rule, kHalves) == plain);
    }
}

TEST_CASE("Top-p keeps the smallest set that reaches it, the crossing token included") {
    CHECK(KeptOf(Sampled({.top_p = 1e-300}), kHalves) == 1);
    CHECK(KeptOf(Sampled({.top_p = 0.5}), kHalves) == 1);  // exactly reached: no more
    CHECK(KeptOf(Sampled({.top_p = 0.500001}), kHalves) == 2);
    CHECK(KeptOf(Sampled({.top_p = 0.75}), kHalves) == 2);
    CHECK(KeptOf(Sampled({.top_p = 0.8}), kHalves) == 3);
    CHECK(KeptOf(Sampled({.top_p = 0.875}), kHalves) == 3);
    CHECK(KeptOf(Sampled({.top_p = 0.9}), kHalves) == 4);
    // Of n equal candidates, k are what reaches k/n, though k times 1/n is rounded.
    for (const int n : {3, 5, 7, 10, 100, 1000}) {
        const std::vector<double> equal(static_cast<size_t>(n), 0.3);
        for (int k = 1; k < n; ++k) {
            const double p = static_cast<double>(k) / n;
            CAPTURE(n, k);
            CHECK(KeptOf(Sampled({.top_p = p}), equal) == static_cast<size_t>(k));
        }
    }
}

TEST_CASE(
    "Rules apply in their order: temperature, top-k, top-p, min-p, then what is left is shared "
    "out") {
    // At T = 1/2 the shares are those of 1/4, 1/16, 1/64, 1/64: 16/22, 4/22, 1/22, 1/22.
    const SelectionRule hot = Sampled({.temperature = 0.5});
    CHECK(FinalOf(hot, kHalves)[1] == Approx(16.0 / 22));
    // Top-p looks at them after top-k, but as they were: 16/22 + 4/22 < 0.95 = 20.9/22, so both
    // stay, where shared out anew (16/20, 4/20) the two would just reach it too, and 0.79 one alone
    // would.
    const auto kept = [](SelectionRule rule) { return KeptOf(Sampled(rule), kHalves); };
    CHECK(kept({.temperature = 0.5, .top_k = 2, .top_p = 0.95}) == 2);
    CHECK(kept({.temperature = 0.5, .top_k = 2, .top_p = 0.79}) == 2);
    CHECK(kept({.temperature = 0.5, .top_p = 0.72}) == 1);
    // Min-p is a share of the largest: 4/16 is what the second has of it.
    CHECK(kept({.temperature = 0.5, .min_p = 0.25}) == 2);
    CHECK(kept({.temperature = 0.5, .min_p = 0.26}) == 1);
    const std::vector<double> left =
        FinalOf(Sampled({.temperature = 0.5, .top_k = 3, .min_p = 0.2}), kHalves);
    CHECK(left[1] == Approx(16.0 / 20));
    CHECK(left[3] == Approx(4.0 / 20));
    CHECK(left[0] + left[2] == 0.0);
}

TEST_CASE("Where a limit cuts between equals, the lower ID stays") {
    const std::vector<Dropped> dropped = DroppedBy(Sampled({.top_k = 3}), kHalves);
    CHECK(dropped == std::vector<Dropped>{Dropped::No, Dropped::No, Dropped::TopK, Dropped::No});
}

TEST_CASE("Every dropped candidate says which limit dropped it") {
    const std::vector<double> logits = {4 * kLn2, 3 * kLn2, 2 * kLn2, kLn2, 0, -kInfinity};
    using enum Dropped;
    CHECK(DroppedBy({}, logits) ==
          std::vector<Dropped>{No, NotLargest, NotLargest, NotLargest, NotLargest, NotLargest});
    CHECK(DroppedBy(Sampled(), logits) == std::vector<Dropped>{No, No, No, No, No, NoProbability});
    // Shares 16, 8, 4, 2, 1 of 31: the first three reach 28/31, the third is a quarter of the
    // first.
    CHECK(DroppedBy(Sampled({.top_k = 4, .top_p = 0.9, .min_p = 0.3}), logits) ==
          std::vector<Dropped>{No, No, MinP, TopP, TopK, TopK});
}

TEST_CASE("Where nothing can be selected every candidate says why, and never where something is") {
    using enum Dropped;
    const double nan = std::nan("");
    CHECK(DroppedBy(Sampled(), {1, nan}) == std::vector<Dropped>{Nan, Nan});
    CHECK(DroppedBy({}, {nan, kInfinity}) == std::vector<Dropped>{Nan, Nan});
    CHECK(DroppedBy({}, {-kInfinity, -kInfinity}) ==
          std::vector<Dropped>{NoProbability, NoProbability});
    CHECK(DroppedBy(Sampled(), {1, kInfinity}) == std::vector<Dropped>{Infinite, Infinite});
    CHECK(DroppedBy({}, {1, kInfinity}) == std::vector<Dropped>{NotLargest, No});

    std::mt19937_64 random(4);
    for (int i = 0; i < 2000; ++i) {
        constexpr double kStrange[] = {1, -1, 0, 1e30, 1e-310, kInfinity, -kInfinity};
        std::vector<double> logits(1 + random() % 5);
        for (double& logit : logits) {
            logit = random() % 9 == 0 ? nan : kStrange[random() % std::size(kStrange)];
        }
        const SelectionRule rule = random() % 2 == 0 ? SelectionRule{} : Sampled({.top_k = 2});
        const auto selected = Select(rule, 0, logits).selection;
        const std::vector<Dropped> dropped = DroppedBy(rule, logits);
        REQUIRE(dropped.size() == logits.size());
        const bool keeps_any = std::ranges::count(dropped, No) > 0;
        CHECK(keeps_any == selected.has_value());
        for (const Dropped reason : dropped) CHECK(Describe(reason).empty() == (reason == No));
    }
}

}  // namespace
}  // namespace decodescope
