#include "app/apply/batch_commands.h"

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_state_commands.h"
#include "tests/app/views/batch/batch_bench.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

TEST_CASE("An edit of the model decodes the batch again and keeps what the person set up") {
    AppState state = InBatchView(AbcState());
    Execute(state, SetViewState{ViewWith(state, [](BatchViewState& view) {
                view.requests = {{"C A", 4, 0}};
            })});
    const auto before = state.batch.run;
    const int edition = state.batch.edition;
    Execute(state, SetParameter{{TensorId::TokenEmbedding, 0, 0, 0, 0}, 0.25});
    CHECK(state.batch.run != before);
    CHECK(state.batch.edition == edition + 1);
    CHECK(state.batch.run->batch().model == state.document.recipe.model);
    CHECK(state.batch.run->batch().requests[0].prompt == "C A");
    // What does not change the batch does not serve it again.
    const auto now = state.batch.run;
    Execute(state, SetTheme{ThemeKind::Dark});
    Execute(state, GoToNextStage{});
    CHECK(state.batch.run == now);
}

TEST_CASE("A batch that nobody has set up follows the recipe's prompt in its samples") {
    AppState state = InBatchView(DrinksState());
    CHECK(state.ui.batch.sample.prompt == state.document.recipe.prompt);
    Execute(state, SetPrompt{"She drinks"});
    CHECK(state.ui.batch.sample.prompt == "She drinks");
}

TEST_CASE("A batch that was set up is part of the recipe: unsaved, undone, done again") {
    AppState state = InBatchView(AbcState());
    CHECK_FALSE(state.document.unsaved());
    const BatchPlan suggested = state.ui.batch.plan();
    const auto set_prompt = [&](const std::string& prompt) {
        Execute(state, SetViewState{ViewWith(state, [&](BatchViewState& view) {
                    view.requests[0].prompt = prompt;
                })});
    };
    set_prompt("C");
    set_prompt("C A");
    CHECK(state.document.unsaved());
    REQUIRE(state.document.recipe.batch);
    CHECK(state.document.recipe.batch->requests[0].prompt == "C A");
    CHECK(state.history.undo_count() == 1);  // typing is one entry
    CHECK(state.history.undo_name() == "change prompt of request 0");
    Execute(state, SetViewState{ViewWith(state, [](BatchViewState& view) { view.slots = 1; })});
    CHECK(state.history.undo_count() == 2);

    Execute(state, Undo{});
    CHECK(state.ui.batch.slots != 1);
    CHECK(state.batch.run->batch().requests[0].prompt == "C A");
    Execute(state, Undo{});
    CHECK(state.ui.batch.plan() == suggested);
    CHECK_FALSE(state.document.unsaved());
    Execute(state, Redo{});
    CHECK(state.ui.batch.requests[0].prompt == "C A");
    CHECK(state.batch.run->batch().requests[0].prompt == "C A");
}

TEST_CASE("Stepping through a batch is no edit") {
    AppState state = InBatchView(AbcState());
    Execute(state, GoToBatchStep{2});
    CHECK(state.history.undo_count() == 0);
    CHECK_FALSE(state.document.unsaved());
}

TEST_CASE("Numbers of a batch are brought into range") {
    AppState state = InBatchView(AbcState());
    Execute(state, SetViewState{ViewWith(state, [](BatchViewState& view) {
                view.slots = 1000;
                view.samples = 0;
                view.requests = {{"A", 0, -3}};
            })});
    CHECK(state.ui.batch.slots == kMostSlots);
    CHECK(state.ui.batch.samples == 1);
    CHECK(state.ui.batch.requests[0] == BatchRequest{"A", 1, 0});
    Execute(state,
            SetViewState{ViewWith(state, [](BatchViewState& view) { view.requests.clear(); })});
    CHECK(state.ui.batch.requests.size() == 1);
    Execute(state, SetViewState{ViewWith(state, [](BatchViewState& view) {
                view.requests.resize(100, {"A", 1, 0});
            })});
    CHECK(state.ui.batch.requests.size() == kMostRequests);
}

}  // namespace decodescope
