#include "app/views/batch/batch_requests.h"

#include <memory>

#include "app/apply/apply.h"
#include "app/apply/view_state_commands.h"
#include "app/shell/view_transport.h"
#include "tests/app/views/batch/batch_bench.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/random_model.h"

namespace decodescope {

TEST_CASE("Requests are added and changed in place and removed") {
    BatchBench bench(AbcState());
    CHECK(bench.ui().Has("batch.prompt.3"));
    bench.Click("batch.add");
    CHECK(bench.state().ui.batch.requests.size() == 5);
    CHECK(bench.run().request_count() == 5);
    CHECK(bench.ui().Has("batch.prompt.4"));
    bench.Click("batch.remove.0");
    CHECK(bench.state().ui.batch.requests.size() == 4);
    CHECK(bench.state().ui.batch.requests[0].prompt == "C");
    bench.ui().DragRight("batch.tokens.0", 40);
    bench.ApplyCommands();
    CHECK(bench.state().ui.batch.requests[0].tokens > 6);
    bench.ui().DragRight("batch.join.1", 40);
    bench.ApplyCommands();
    CHECK(bench.state().ui.batch.requests[1].arrival_step > 0);
    bench.ui().DragRight("batch.slots", 40);
    bench.ApplyCommands();
    CHECK(bench.run().batch().slots > 3);
    CHECK(bench.ui().Has("batch.lane.3"));
}

TEST_CASE("A prompt that cannot be read says so beside its request and the others are decoded") {
    BatchBench bench(AbcState());
    bench.Type("batch.prompt.1", "Q");
    REQUIRE(bench.state().ui.batch.requests[1].prompt.find('Q') != std::string::npos);
    CHECK_FALSE(bench.run().problem(1).empty());
    CHECK(bench.data().statuses[1].state == RequestState::Refused);
    CHECK(bench.ui().Has("batch.status.1"));
    CHECK(bench.data().checkable == 3);
    CHECK(bench.data().checks.size() == 3);
    CHECK(bench.run().step_count() > 0);
}

TEST_CASE("Samples of one prompt have their own rule and share its cache rows") {
    BatchBench bench(DrinksState());
    bench.Click("batch.samples_of_one");
    CHECK(bench.state().ui.batch.kind == BatchKind::Samples);
    CHECK(bench.run().request_count() == 6);
    CHECK(bench.run().step(0).SlotsAt(SlotWork::Share) == bench.run().batch().slots - 1);
    CHECK(bench.ui().Has("batch.shared.0"));
    CHECK(bench.data().all_agree());
    bench.Click("batch.shares");
    CHECK_FALSE(bench.ui().Has("batch.shared.0"));
    CHECK(bench.run().step(0).SlotsAt(SlotWork::Prefill) == bench.run().batch().slots);
    bench.ui().DragRight("batch.samples", 60);
    bench.ApplyCommands();
    CHECK(bench.run().request_count() > 6);
    bench.ui().DragRight("batch.temperature", 30);
    bench.ApplyCommands();
    CHECK(bench.state().ui.batch.sample_rule.temperature > 1.0);
    bench.Type("batch.sample_prompt", "?");
    CHECK_FALSE(bench.run().problem(0).empty());
    CHECK(bench.ui().Has("batch.status.0"));
    bench.Click("batch.prompts");
    CHECK(bench.run().request_count() == 4);
}

TEST_CASE("A batch that would take too much memory says so instead of a run") {
    AppState state = DrinksState();
    Config large = Stories260KConfig();
    large.vocabulary_size = 60000;
    large.context_length = 4096;
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(RandomModel(large, 1, Precision::Float32));
    recipe.prompt = "t1";
    recipe.tokens = 1;
    state = StateFor(recipe, "");
    BatchBench bench(std::move(state));
    Execute(bench.state(), SetViewState{ViewWith(bench.state(), [](BatchViewState& view) {
                view.requests.assign(64, {"t1", 4096, 0});
            })});
    bench.ApplyCommands();
    CHECK(bench.state().batch.run == nullptr);
    CHECK(bench.state().batch.problem.find("gigabyte") != std::string::npos);
    CHECK(bench.ui().Has("batch.problem"));
    CHECK(bench.ui().Has("batch.add"));
    CHECK(StepsOf(bench.state(), nullptr)->title == "not begun");
}

}  // namespace decodescope
