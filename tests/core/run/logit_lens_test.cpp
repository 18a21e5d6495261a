#include "core/run/logit_lens.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/model/weights.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recipe RecipeOf(Model model) {
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(std::move(model));
    recipe.prompt = "t0 t1 t2";
    recipe.tokens = 3;
    return recipe;
}

// The first layers of a model, and what comes after the last.
Model CutAfter(Model model, int layer) {
    model.config.layers = layer + 1;
    std::visit([&](auto& weights) { weights.layers.resize(static_cast<size_t>(layer) + 1); },
               *model.weights);
    return model;
}

const Precision kPrecisions[] = {Precision::Float64, Precision::Float32};

}  // namespace

TEST_CASE("The last line of the logit lens is what the pass itself found, to the bit") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        for (const Precision precision : kPrecisions) {
            CAPTURE(seed, precision);
            const Recording recording =
                Record(RecipeOf(RandomModel(RandomConfig(seed), seed, precision)));
            const int last = recording.config().layers - 1;
            for (const PassPtr& pass : recording.passes()) {
                const LensNumbers numbers = LensAfter(recording, *pass, last);
                const auto row = [&](TensorId tensor) {
                    return recording.Row(tensor, 0, 0, pass->last_position()).ToVector();
                };
                CHECK(numbers.logits == row(TensorId::Logits));
                CHECK(numbers.probabilities == row(TensorId::Probabilities));
            }
        }
    }
}

TEST_CASE("Each line of the logit lens is what the model would find if it ended after that layer") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        CAPTURE(seed);
        const Model model = RandomModel(RandomConfig(seed), seed);
        const Recording recording = Record(RecipeOf(model));
        for (int layer = 0; layer < model.config.layers; ++layer) {
            const Recording cut = Record(RecipeOf(CutAfter(model, layer)));
            CHECK(LensAfter(recording, recording.pass(0), layer).logits ==
                  LogitsOf(cut, cut.pass(0)));
        }
    }
}

TEST_CASE("A line of the logit lens names the likeliest token and the rank of the selected one") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        CAPTURE(seed);
        const Recording recording = Record(RecipeOf(RandomModel(RandomConfig(seed), seed)));
        for (const PassPtr& pass : recording.passes()) {
            for (int layer = 0; layer < recording.config().layers; ++layer) {
                const Row logits = LensAfter(recording, *pass, layer).logits;
                std::vector<TokenId> order(logits.size());
                std::iota(order.begin(), order.end(), 0);
                std::ranges::stable_sort(order, [&](TokenId a, TokenId b) {
                    return logits[static_cast<size_t>(a)] > logits[static_cast<size_t>(b)];
                });
                const LensLine line = LensLineAfter(recording, *pass, layer);
                REQUIRE(line.best);
                REQUIRE(line.selected);
                CHECK(line.best->id == order.front());
                CHECK(line.best->rank == 1);
                CHECK(line.selected->id == pass->selection->id);
                CHECK(order[static_cast<size_t>(line.selected->rank) - 1] == line.selected->id);
            }
        }
    }
}

TEST_CASE("Tokens with equal logits are ranked by their IDs, and a NaN ranks nothing") {
    const LensNumbers tie{.logits = {1, 3, 3, 2}, .probabilities = {0.1, 0.35, 0.35, 0.2}};
    CHECK(StandingOf(tie, 1)->rank == 1);
    CHECK(StandingOf(tie, 2)->rank == 2);
    CHECK(StandingOf(tie, 0)->rank == 4);
    const LensNumbers odd{.logits = {1, std::nan("")}, .probabilities = {std::nan(""), 0}};
    CHECK_FALSE(StandingOf(odd, 0));
}

TEST_CASE("A token is settled from the first layer after which it never loses the first place") {
    const auto lines = [](const std::vector<int>& ranks) {
        std::vector<LensLine> found;
        for (const int rank : ranks) {
            found.push_back({.layer = static_cast<int>(found.size()),
                             .best = std::nullopt,
                             .selected = LensToken{.rank = rank}});
        }
        return found;
    };
    CHECK(SettledFrom(lines({7, 1, 2, 1, 1}), 5) == 3);
    CHECK(SettledFrom(lines({1, 1}), 2) == 0);
    CHECK_FALSE(SettledFrom(lines({1, 2}), 2));
    CHECK_FALSE(SettledFrom(lines({1, 1}), 3));  // some are not known yet
    CHECK_FALSE(SettledFrom({}, 1));
}

}  // namespace decodescope
