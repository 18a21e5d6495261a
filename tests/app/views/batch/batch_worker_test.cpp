#include "app/views/batch/batch_worker.h"

#include <atomic>
#include <memory>

#include "app/apply/apply.h"
#include "app/apply/batch_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/view_commands.h"
#include "app/apply/view_state_commands.h"
#include "tests/app/views/batch/batch_bench.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

AppState StoriesSizedState() {
    Recipe recipe;
    recipe.model =
        std::make_shared<const Model>(RandomModel(Stories260KConfig(), 5, Precision::Float32));
    recipe.prompt = "t1 t2";
    recipe.tokens = 3;
    return StateFor(recipe, "");
}

}  // namespace

TEST_CASE("A larger model is decoded step by step on a thread with the same result") {
    AppState state = InBatchView(StoriesSizedState());
    Execute(state, SetViewState{ViewWith(state, [](BatchViewState& view) {
                view.requests = {{"t1 t2 t3", 5, 0}, {"t4", 3, 0}, {"t5 t6", 5, 1}};
                view.slots = 2;
            })});
    REQUIRE(state.batch.run);
    CHECK(state.batch.run->step_count() == 0);
    std::atomic<int> woken = 0;
    BatchWorker worker([&woken] { ++woken; });
    while (!state.batch.run->is_done()) {
        if (const auto command = worker.Collect(state)) Execute(state, *command);
    }
    CHECK(woken > 0);
    const BatchRun expected = RunBatch(state.batch.run->batch());
    CHECK(state.batch.run->step_count() == expected.step_count());
    for (int i = 0; i < 3; ++i) {
        CHECK(state.batch.run->response(i)->ids() == expected.response(i)->ids());
        CHECK(CheckResponse(*state.batch.run, i).agrees());
    }
    // Steps of an earlier batch are not wanted any more.
    const auto step = expected.steps().front();
    Execute(state, SetViewState{
                       ViewWith(state, [](BatchViewState& view) { view.requests[0].tokens = 4; })});
    Execute(state, AddBatchSteps{state.batch.edition - 1, {step}});
    CHECK(state.batch.run->step_count() == 0);
}

TEST_CASE(
    "Every response is checked against decoding it alone and again when the run is another one") {
    AppState state = InBatchView(DrinksState());
    BatchWorker worker([] {});
    worker.Update(state);
    REQUIRE(worker.data());
    CHECK(worker.data()->checks.size() == 4);
    CHECK(worker.data()->checkable == 4);
    CHECK(worker.data()->largest_difference() == 0.0);
    CHECK(worker.data()->all_agree());

    ApplyInView(state, GoToLast{});
    worker.Update(state);
    CHECK(worker.data()->checks.size() == 4);
    CHECK(worker.data()->step == state.batch.run->step_count() - 1);

    Execute(state,
            SetViewState{ViewWith(state, [](BatchViewState& view) { view.requests.pop_back(); })});
    worker.Update(state);
    CHECK(worker.data()->checks.size() == 3);

    Execute(state, ChooseView{View::Pass});
    worker.Update(state);
    CHECK_FALSE(worker.data());
    Execute(state, ChooseView{View::Batch});
    worker.Update(state);
    CHECK(worker.data()->checks.size() == 3);
}

}  // namespace decodescope
