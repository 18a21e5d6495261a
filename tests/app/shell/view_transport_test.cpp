#include "app/shell/view_transport.h"

#include <nlohmann/json.hpp>
#include <set>

#include "app/apply/apply.h"
#include "app/apply/batch_commands.h"
#include "app/apply/playback_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/view_commands.h"
#include "app/shell/shortcuts.h"
#include "app/shell/transport.h"
#include "app/shell/ui_log.h"
#include "app/views/batch/batch_worker.h"
#include "app/work/playback.h"
#include "tests/app/views/batch/batch_bench.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

TEST_CASE("While the batch is shown the transport's commands move its steps and not the pass") {
    AppState state = InBatchView(AbcState());
    const int last = state.batch.run->step_count() - 1;
    CHECK(state.ui.batch.step == 0);
    ApplyInView(state, GoToNextStage{});
    CHECK(state.ui.batch.step == 1);
    ApplyInView(state, GoToNextPass{});
    CHECK(state.ui.batch.step == 2);
    ApplyInView(state, GoToPreviousStage{});
    ApplyInView(state, GoToPreviousPass{});
    CHECK(state.ui.batch.step == 0);
    ApplyInView(state, GoToLast{});
    CHECK(state.ui.batch.step == last);
    ApplyInView(state, GoToNextStage{});
    CHECK(state.ui.batch.step == last);
    ApplyInView(state, GoToFirst{});
    CHECK(state.ui.batch.step == -1);
    ApplyInView(state, GoToPreviousStage{});
    CHECK(state.ui.batch.step == -1);
    Execute(state, GoToBatchStep{1});
    CHECK(state.ui.batch.step == 1);
    CHECK(state.ui.playhead == kStart);

    Execute(state, ChooseView{View::Pass});
    ApplyInView(state, GoToNextStage{});
    CHECK(state.ui.batch.step == 1);
    CHECK(state.ui.playhead == Playhead{0, 0});
    CHECK_FALSE(StepsOf(state));
}

TEST_CASE("Stepping back through a batch shows what stepping forward showed") {
    AppState state = InBatchView(DrinksState());
    BatchWorker worker([] {});
    const auto log = [&] {
        worker.Update(state);
        return nlohmann::json::parse(DescribeFrame(state, {}, &worker, {}))["batch"].dump();
    };
    HeadlessUi ui([](Hotspots&) {});  // the log asks ImGui whether someone is typing
    std::vector<std::string> forward, back;
    const int steps = state.batch.run->step_count();
    for (int i = 0; i < steps; ++i, ApplyInView(state, GoToNextStage{})) forward.push_back(log());
    ApplyInView(state, GoToLast{});
    for (int i = 0; i < steps; ++i, ApplyInView(state, GoToPreviousStage{}))
        back.insert(back.begin(), log());
    CHECK(forward == back);
    CHECK(std::set(forward.begin(), forward.end()).size() == forward.size());
}

TEST_CASE("Playing walks through the steps of the batch and stops at the end or begins again") {
    AppState state = InBatchView(AbcState());
    const int last = state.batch.run->step_count() - 1;
    ApplyInView(state, TogglePlay{});
    Playback playback;
    double now = 0;
    for (int i = 0; i < 4 * last + 8 && state.ui.playing; ++i, now += 1) {
        if (const auto command = playback.Tick(state, now, StepsOf(state)))
            ApplyInView(state, *command);
    }
    CHECK(state.ui.batch.step == last);
    CHECK_FALSE(state.ui.playing);
    ApplyInView(state, TogglePlay{});  // from the start again
    CHECK(state.ui.batch.step == -1);
    Execute(state, ToggleLoop{});
    Execute(state, GoToBatchStep{last});
    ApplyInView(state, TogglePlay{});
    Execute(state, GoToBatchStep{last});
    state.ui.playing = true;
    std::set<int> seen;
    for (int i = 0; i < 2 * last + 6; ++i, now += 1) {
        if (const auto command = playback.Tick(state, now, StepsOf(state)))
            ApplyInView(state, *command);
        seen.insert(state.ui.batch.step);
    }
    CHECK(seen.count(-1) == 1);
    CHECK(state.ui.playing);
}

TEST_CASE("Keys that belong to the pass do nothing to it while the batch is shown") {
    AppState state = InBatchView(AbcState({0, 3}));
    state.ui.focused = Cell{TensorId::Q, 0, 0, 0, 0};
    const auto command = CommandFor(state, {.key = Key::Right}, false);
    REQUIRE(command);
    CHECK(command->Is<GoToNextStage>());
    CHECK_FALSE(CommandFor(state, {.key = Key::Tab}, false));
    const auto view =
        CommandFor(state, {.key = Key::Character, .character = '3', .ctrl = true}, false);
    REQUIRE(view);
    CHECK(view->As<ChooseView>().view == View::Batch);
}

TEST_CASE("A click on a step of the grid or of the timeline goes there") {
    BatchBench bench(AbcState());
    bench.Click("batch.step.2");
    CHECK(bench.state().ui.batch.step == 2);
    bench.Click("batch.grid.1.0");
    CHECK(bench.state().ui.batch.step == 1);

    PanelBench transport(InBatchView(AbcState()), [](const Panel& panel) {
        DrawTransport(panel, {{0, 0}, {1600, 80}});
    });
    CHECK(transport.ui.Has("transport.step.3"));
    CHECK_FALSE(transport.ui.Has("transport.stage.0.0"));
    transport.ui.Click("transport.step.3");
    CHECK(transport.OnlyCommand<GoToBatchStep>().step == 3);
    CHECK(StepsOf(transport.state)->title == "Step 0: 3 prefill");
}

}  // namespace decodescope
