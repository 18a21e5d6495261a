// Draws: which random number a seed gives, and which candidate it selects.
#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "core/engine/selection.h"
#include "core/io/file.h"
#include "tests/core/engine/rules.h"
#include "tests/support/catch.h"

namespace decodescope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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

TEST_CASE("What a seed draws is what the text of the standard says") {
    const auto draws = nlohmann::json::parse(
        ReadFile(DECODESCOPE_SOURCE_DIR "/tests/reference/draws.json", 1 << 20));
    REQUIRE(draws.size() == 8);
    for (const auto& draw : draws) {
        const std::uint64_t seed = std::stoull(draw["seed"].get<std::string>());
        CAPTURE(seed, draw["index"].get<int>());
        CHECK(DrawUniform(seed, draw["index"]) == draw["u"].get<double>());
    }
}

// Built by GCC and by Clang, this test compares with the same numbers, which neither has made: so
// both select the same tokens.
TEST_CASE("A seed selects the token that the references of logits and of draws say") {
    const auto read = [](const char* name) {
        return nlohmann::json::parse(
            ReadFile(std::string(DECODESCOPE_SOURCE_DIR "/tests/reference/") + name, 1 << 24));
    };
    const nlohmann::json draws = read("draws.json"), drinks = read("drinks.json");
    int selections = 0;
    for (const auto& run : drinks["runs"]) {
        const std::vector<double> logits = run["passes"][0]["logits"];
        for (const auto& draw : draws) {
            // softmax, likeliest first, up to where the sum passes u
            std::vector<std::pair<double, TokenId>> order;
            double sum = 0, below = 0;
            for (size_t id = 0; id < logits.size(); ++id) {
                order.push_back({-std::exp(logits[id]), static_cast<TokenId>(id)});
                sum += std::exp(logits[id]);
            }
            std::ranges::sort(order);
            size_t hit = 0;
            while ((below -= order[hit].first) <= draw["u"].get<double>() * sum) ++hit;

            const SelectionRule rule =
                Sampled({.seed = std::stoull(draw["seed"].get<std::string>())});
            const auto selection = Select(rule, draw["index"], logits).selection;
            CHECK(selection->id == order[hit].second);
            ++selections;
        }
    }
    CHECK(selections == 40);
}

TEST_CASE("No draw selects a candidate of probability 0") {
    const double just_under_1 = std::nextafter(1.0, 0.0);
    for (const SelectionRule& rule :
         {Sampled(), Sampled({.top_k = 2}), Sampled({.temperature = 1e-3})}) {
        for (const std::vector<double>& logits : {std::vector<double>{-kInfinity, 1, 2, -kInfinity},
                                                  kHalves,
                                                  {0.1, 0.2, 0.3},
                                                  {5},
                                                  {0, -800, -37, -40},
                                                  std::vector<double>(999, 1.0 / 3)}) {
            const std::vector<Interval> stretches = IntervalsOf(rule, logits);
            const std::vector<double> final = FinalOf(rule, logits);
            CHECK(stretches.front().from == 0.0);
            CHECK(stretches.back().to == 1.0);
            for (const double u : {0.0, 0.25, 0.5, 0.999999, just_under_1}) {
                const TokenId id = SampleFrom(u, stretches);
                CHECK(final[static_cast<size_t>(id)] > 0);
                CHECK(static_cast<float>(final[static_cast<size_t>(id)]) > 0);
            }
            for (size_t i = 1; i < stretches.size(); ++i) {
                CHECK(stretches[i].from == stretches[i - 1].to);
            }
            CHECK(std::accumulate(final.begin(), final.end(), 0.0) == Approx(1));
        }
    }
}

TEST_CASE("Each candidate is drawn as often as its probability after the rule says") {
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

// Upper 1 in 10,000 of chi-square, by Wilson and Hilferty (1931): k (1 − 2/9k + z √(2/9k))³, z
// = 3.719.
double ChiSquareBound(size_t degrees) {
    const double k = static_cast<double>(degrees);
    return k * std::pow(1 - 2 / (9 * k) + 3.719 * std::sqrt(2 / (9 * k)), 3);
}

TEST_CASE("A hundred thousand draws are as frequent as each rule's final probabilities") {
    constexpr int kDraws = 100000;
    const std::vector<double> logits = {1.2, -0.7, 0.4, 2.1, -3.0, 0.4, 1.9, -0.1};
    std::uint64_t seed = 1;
    for (const SelectionRule& rule :
         {Sampled(), Sampled({.temperature = 0.6}), Sampled({.temperature = 2.5}),
          Sampled({.top_k = 3}), Sampled({.top_p = 0.8}), Sampled({.min_p = 0.2}),
          Sampled({.temperature = 1.3, .top_k = 6, .top_p = 0.93, .min_p = 0.05})}) {
        SelectionRule seeded = rule;
        seeded.seed = seed++;
        const std::vector<double> final = FinalOf(seeded, logits);
        const std::vector<Interval> stretches = IntervalsOf(seeded, logits);
        std::vector<int> hits(logits.size());
        for (int draw = 0; draw < kDraws; ++draw) {
            ++hits[static_cast<size_t>(SampleFrom(DrawUniform(seeded.seed, draw), stretches))];
        }
        double chi_square = 0;
        for (size_t id = 0; id < logits.size(); ++id) {
            const double expected = final[id] * kDraws;
            if (final[id] == 0)
                CHECK(hits[id] == 0);
            else
                chi_square += (hits[id] - expected) * (hits[id] - expected) / expected;
        }
        CAPTURE(seeded.seed);
        CHECK(chi_square < ChiSquareBound(stretches.size() - 1));
        // The draws above are those that Select makes.
        for (const int draw : {0, 1, 99999}) {
            const auto selection = Select(seeded, draw, logits).selection;
            CHECK(selection->id == SampleFrom(DrawUniform(seeded.seed, draw), stretches));
        }
    }
}

}  // namespace
}  // namespace decodescope
