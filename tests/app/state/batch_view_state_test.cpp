#include "app/state/batch_view_state.h"

#include <memory>

#include "tests/app/views/batch/batch_bench.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/random_model.h"

namespace decodescope {

TEST_CASE("The batch view opens with prompts that the recipe's model can continue") {
    for (AppState state : {AbcState(), DrinksState()}) {
        CHECK(state.batch.run == nullptr);  // nothing is served before the view is shown
        state = InBatchView(std::move(state));
        REQUIRE(state.batch.run);
        const BatchRun& run = *state.batch.run;
        CHECK(run.is_done());
        CHECK(run.request_count() == 4);
        CHECK(run.batch().slots == 3);
        for (int i = 0; i < run.request_count(); ++i) CHECK(run.problem(i).empty());
        // One waits for a slot, so prefill and decode share one step.
        const auto mixes = [](const BatchStepPtr& step) {
            return step->SlotsAt(SlotWork::Prefill) > 0 && step->SlotsAt(SlotWork::Decode) > 0;
        };
        CHECK(std::ranges::any_of(run.steps(), mixes));
    }
}

TEST_CASE(
    "A model that reads none of the known prompts starts with prefixes of the recipe's prompt") {
    const BatchViewState view = BatchViewStateFor([] {
        Recipe recipe;
        recipe.model = std::make_shared<const Model>(RandomModel(RandomConfig(3), 3));
        recipe.prompt = "t0 t1 t2";
        return recipe;
    }());
    REQUIRE(view.requests.size() == 3);
    CHECK(view.requests[0].prompt == "t0 t1 t2");
    CHECK(view.requests[1].prompt == "t0 t1");
    CHECK(view.requests[2].prompt == "t0");
    CHECK(view.requests[2].arrival_step == 2);
}

}  // namespace decodescope
