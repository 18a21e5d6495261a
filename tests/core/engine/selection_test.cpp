#include "core/engine/selection.h"

#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/engine/math.h"
#include "core/model/weights.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<double> SoftmaxOf(std::vector<double> row) {
    Softmax(row.data(), row.data(), static_cast<int>(row.size()));
    return row;
}

std::optional<Selection> Pick(const std::vector<double>& logits, std::vector<double>& final,
                              const SelectionRule& rule = {}) {
    SelectionResult result = Select(rule, 0, logits);
    final = result.probabilities;
    return result.selection;
}

TEST_CASE("Softmax of equal or huge scores is stable") {
    CHECK(SoftmaxOf({3, 3, 3, 3}) == std::vector<double>{0.25, 0.25, 0.25, 0.25});
    CHECK(SoftmaxOf({1e308, 1e308}) == std::vector<double>{0.5, 0.5});
    CHECK(SoftmaxOf({-1e308, -1e308}) == std::vector<double>{0.5, 0.5});
    CHECK(SoftmaxOf({1e308, -1e308}) == std::vector<double>{1, 0});
    CHECK(SoftmaxOf({-kInfinity, 2, -kInfinity}) == std::vector<double>{0, 1, 0});
    CHECK(SoftmaxOf({7}) == std::vector<double>{1});
}

TEST_CASE("Softmax of nothing but minus infinity is all 0") {
    CHECK(SoftmaxOf({-kInfinity, -kInfinity}) == std::vector<double>{0, 0});
    CHECK(SoftmaxOf({-kInfinity}) == std::vector<double>{0});
}

TEST_CASE("Softmax of a row with a NaN or plus infinity is not a number anywhere") {
    for (const std::vector<double>& row :
         {std::vector<double>{1, kNaN, 2}, {kNaN, 1}, {1, kNaN}, {kNaN}}) {
        for (const double weight : SoftmaxOf(row)) CHECK(std::isnan(weight));
    }
    CHECK(std::isnan(SoftmaxOf({kInfinity, 1})[0]));
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

TEST_CASE("Draws are frequencies: each candidate as often as its final probability says") {
    const std::vector<double> logits{1.0, 0.0, -1.0};
    std::vector<double> final;
    std::vector<int> hits(3);
    constexpr int kDraws = 20000;
    for (int draw = 0; draw < kDraws; ++draw) {
        const SelectionRule rule{.kind = RuleKind::Sample, .seed = 5};
        const auto [selection, probabilities] = Select(rule, draw, logits);
        final = probabilities;
        REQUIRE(selection);
        ++hits[static_cast<size_t>(selection->id)];
    }
    double chi_square = 0;
    for (size_t id = 0; id < 3; ++id) {
        const double expected = final[id] * kDraws;
        chi_square += (hits[id] - expected) * (hits[id] - expected) / expected;
    }
    CHECK(chi_square < 13.8);  // 2 degrees of freedom: 1 in 1000 by chance, and the seed is fixed
}

TEST_CASE("A draw is a function of seed and index, the same on every platform") {
    // The C++ standard fixes std::seed_seq and std::mt19937_64 to the bit, so these hold anywhere
    // that they hold here; they are written down to notice a library that differs.
    CHECK(DrawUniform(1, 0) == DrawUniform(1, 0));
    CHECK(DrawUniform(1, 0) != DrawUniform(1, 1));
    CHECK(DrawUniform(1, 0) != DrawUniform(2, 0));
    for (int i = 0; i < 1000; ++i) {
        const double u = DrawUniform(42, i);
        CHECK((0.0 <= u && u < 1.0));
    }
}

TEST_CASE("Rules out of range are refused with the field's name") {
    const auto refused = [](const SelectionRule& rule, const char* field) {
        try {
            Validate(rule);
            return false;
        } catch (const Error& error) {
            return error.where == field;
        }
    };
    CHECK(refused({.temperature = -0.1}, "temperature"));
    CHECK(refused({.temperature = kNaN}, "temperature"));
    CHECK(refused({.temperature = kInfinity}, "temperature"));
    CHECK(refused({.top_k = -1}, "top_k"));
    CHECK(refused({.top_p = 0}, "top_p"));
    CHECK(refused({.top_p = 1.1}, "top_p"));
    CHECK(refused({.min_p = -0.5}, "min_p"));
    CHECK(refused({.min_p = kNaN}, "min_p"));
    CHECK_NOTHROW(Validate(SelectionRule{}));
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
        CHECK(first[i].logit == CandidateAt(recording.pass(0), all[i].id).logit);
    }
    CHECK(KeptCandidates(recording.pass(0)) == 40);
}

}  // namespace
}  // namespace decodescope
