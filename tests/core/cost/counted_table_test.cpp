#include "core/cost/counted_table.h"

#include <algorithm>

#include "core/cost/cost.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recipe RecipeOf(Model model, std::string prompt, int tokens) {
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(std::move(model));
    recipe.prompt = std::move(prompt);
    recipe.tokens = tokens;
    return recipe;
}

const std::vector<std::int64_t>& NumbersOf(const CostTable& table, std::string_view label) {
    return std::ranges::find(table.rows, label, &CostRow::label)->numbers;
}

using Numbers3 = std::vector<std::int64_t>;

}  // namespace

// cost_test.cpp derives the sums.
TEST_CASE("The cost table of ABC is what is counted by hand in the whole run and up to a pass") {
    const Recording recording = Record(RecipeOf(ToyModel(), "A B", 4));
    const CountedRun run = CountRun(recording, CheckAll(recording));
    CHECK(run.is_recomputed);
    CHECK(run.formulas_agree);
    CHECK(PassesThrough(recording, {1, 4}) == 2);
    CHECK(PassesThrough(recording, {1, -1}) == 1);
    const CostTable table =
        BuildCostTable(recording.config(), {{"through", "pass 1", CountPasses(recording, 2)},
                                            {"whole run", "with the cache", run.with_cache},
                                            {"recomputed", "without", run.without_cache}});
    CHECK(NumbersOf(table, "multiply-adds") == Numbers3{36, 84, 160});
    CHECK(NumbersOf(table, "positions computed") == Numbers3{3, 5, 14});
    const auto& read = NumbersOf(table, "K and V read");
    CHECK(read[1] == read[2]);
}

TEST_CASE("Before anything is recomputed the formulas give the same numbers") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        INFO(seed);
        const Recording recording =
            Record(RecipeOf(RandomModel(RandomConfig(seed), seed), "t0 t2 t1 t0", 3));
        const CountedRun counted = CountRun(recording, CheckAll(recording));
        const CountedRun formula = CountRun(recording, {});
        CHECK(counted.formulas_agree);
        CHECK_FALSE(formula.is_recomputed);
        CHECK(counted.without_cache == formula.without_cache);
        CHECK(CountPasses(recording, 0) == Counts{});
    }
}

TEST_CASE("The stages' rows add up to the multiply-adds and each has words and a key") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        INFO(seed);
        const Recording recording =
            Record(RecipeOf(RandomModel(RandomConfig(seed), seed), "t1", 2));
        const CostTable table =
            BuildCostTable(recording.config(), {{.counts = CountRun(recording, {}).with_cache}});
        std::int64_t sum = 0;
        for (const CostRow& row : table.rows) {
            CHECK_FALSE(row.label.empty());
            CHECK_FALSE(row.key.empty());
            if (!row.is_sum) sum += row.numbers.front();
        }
        CHECK(NumbersOf(table, "multiply-adds").front() == sum);
    }
}

}  // namespace decodescope
