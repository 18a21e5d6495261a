#include "app/work/derived_cache.h"

#include <thread>

#include "app/apply/apply.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/tab_commands.h"
#include "app/apply/view_commands.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

AppState StateOf(const Config& config) {
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(RandomModel(config, 3, Precision::Float32, 0.0));
    recipe.prompt = "t0 t1 t2";
    recipe.tokens = 3;
    return StateFor(recipe, "");
}

// A vocabulary too large to be sorted within a frame.
AppState LargeState() {
    Config config;
    config.vocabulary_size = 26000;
    config.d_model = 2;
    config.layers = 2;
    config.head_dim = 2;
    config.attention_scale = 0.5;
    config.residuals = true;
    config.tied_output = true;
    return StateOf(config);
}

void Settle(DerivedCache& cache, const AppState& state) {
    do {
        cache.Update(state, std::nullopt);
        std::this_thread::yield();
    } while (cache.is_busy());
    cache.Update(state, std::nullopt);
}

}  // namespace

TEST_CASE("The lines of the lens are those of the shown pass, found while the overview is open") {
    AppState state = LargeState();
    DerivedCache cache([] {});
    Settle(cache, state);
    CHECK(cache.derived().lens == nullptr);
    Execute(state, ToggleOverview{});
    for (int pass = 0; pass < state.recording->pass_count(); ++pass) {
        Execute(state, GoTo{{pass, 0}});
        Settle(cache, state);
        REQUIRE(cache.derived().lens != nullptr);
        std::vector<LensLine> expected;
        for (int layer = 0; layer < 2; ++layer) {
            expected.push_back(LensLineAfter(*state.recording, state.recording->pass(pass), layer));
        }
        CHECK(*cache.derived().lens == expected);
    }
    Execute(state, ToggleOverview{});
    cache.Update(state, std::nullopt);
    CHECK(cache.derived().lens == nullptr);
}

TEST_CASE("The candidates of a large vocabulary are listed in the background, for their tab") {
    AppState state = LargeState();
    DerivedCache cache([] {});
    Settle(cache, state);
    CHECK(cache.derived().candidates.empty());  // another tab is open
    Execute(state, ChooseTab{"candidates"});
    cache.Update(state, std::nullopt);
    Settle(cache, state);
    REQUIRE(cache.derived().candidates.size() == 26000);
    CHECK(cache.derived().candidate_rows.size() == 26000);
    CHECK_FALSE(cache.derived().is_listing);

    Execute(state, SearchCandidates{"t1234"});
    Settle(cache, state);
    const std::vector<CandidateRow>& found = cache.derived().candidate_rows;
    REQUIRE(found.size() == 11);  // and t12340 to t12349
    const auto first = static_cast<size_t>(found.front().candidate);
    CHECK(cache.derived().candidates[first].id == 1234);
}

}  // namespace decodescope
