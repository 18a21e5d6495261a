// A run that is decoded while it is written.
#include "core/run/checked_run.h"

#include <algorithm>

#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recipe RandomRecipe(std::uint64_t seed) {
    Recipe recipe;
    recipe.model =
        std::make_shared<const Model>(RandomModel(RandomConfig(seed), seed, Precision::Float32));
    recipe.prompt = "t0 t1 t2";
    recipe.tokens = 6;
    return recipe;
}

}  // namespace

TEST_CASE("A run that is written as it is decoded has the passes and checks of a whole one") {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        for (const CheckedPasses which :
             {CheckedPasses::All, CheckedPasses::Last, CheckedPasses::None}) {
            INFO("seed " << seed << ", check " << static_cast<int>(which));
            const Recipe recipe = RandomRecipe(seed);
            const Recording whole = Record(recipe);
            const std::vector<PassCheck> checks = CheckPasses(whole, which);
            CheckedRun run(Recording(recipe, std::make_shared<TraceMemory>(0)), which);
            int passes = 0;
            while (const std::optional<CheckedPass> next = run.Next()) {
                REQUIRE(next->pass->index == passes);
                const PassCheck& expected = checks[static_cast<size_t>(passes)];
                CHECK(next->pass->selection == whole.pass(passes).selection);
                CHECK(next->check.is_checked == expected.is_checked);
                CHECK(next->check.cached_total == expected.cached_total);
                CHECK(next->check.recomputed_total == expected.recomputed_total);
                CHECK(next->check.compared == expected.compared);
                CHECK(Agrees(next->check));
                ++passes;
            }
            CHECK(passes == whole.pass_count());
            CHECK(run.recording().finish_reason() == whole.finish_reason());
            CHECK(run.total().cached_total == checks.back().cached_total);
        }
    }
}

TEST_CASE("What a trace holds in memory does not grow with its passes") {
    Recipe recipe = RandomRecipe(3);
    recipe.tokens = 40;
    const auto memory = std::make_shared<TraceMemory>(0);
    CheckedRun run(Recording(recipe, memory), CheckedPasses::None);
    size_t largest = 0;
    while (const std::optional<CheckedPass> next = run.Next()) {
        largest = std::max(largest, run.recording().TraceOf(*next->pass).bytes());
        CHECK(memory->bytes() <= kFewestTraces * largest);
    }
}

}  // namespace decodescope
