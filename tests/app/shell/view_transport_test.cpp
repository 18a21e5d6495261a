#include "app/shell/view_transport.h"

#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "app/apply/apply.h"
#include "app/apply/batch_commands.h"
#include "app/apply/playback_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/tab_commands.h"
#include "app/apply/view_commands.h"
#include "app/shell/shortcuts.h"
#include "app/shell/transport.h"
#include "app/shell/ui_log.h"
#include "app/shell/views.h"
#include "app/views/batch/batch_worker.h"
#include "app/work/playback.h"
#include "tests/app/views/batch/batch_bench.h"
#include "tests/support/catch.h"
#include "tests/support/program_bench.h"

namespace decodescope {
namespace {

// The whole program in one view, without motion, so that what is drawn depends on the state alone.
struct ViewBench : ProgramBench {
    using ProgramBench::ProgramBench;

    void Do(const Command& command) {
        app.Do(command);
        ui.Settle();
    }

    // Everything that is drawn, but for the transport itself.
    std::string Picture() const {
        const ImDrawData& data = *ImGui::GetDrawData();
        std::string bytes;
        for (int i = 0; i < data.CmdListsCount; ++i) {
            const ImDrawList& list = *data.CmdLists[i];
            if (std::string_view(list._OwnerName) == "transport") continue;
            bytes.append(reinterpret_cast<const char*>(list.VtxBuffer.Data),
                         static_cast<size_t>(list.VtxBuffer.size_in_bytes()));
        }
        return bytes;
    }

    // Where the transport is, in this view.
    std::optional<ViewSteps> steps() const { return StepsOf(app.state(), app.worker()); }
    std::pair<Playhead, int> Place() const {
        const auto its_own = steps();
        return {app.state().ui.playhead,
                (its_own ? its_own->now : 0) + (app.state().ui.shows_text ? 1000 : 0)};
    }
};

AppState Still(AppState state) {
    state.preferences.has_motion = false;
    state.examples = {"assets/models/drinks.toml"};
    return state;
}

const std::vector<Command> kMoves = {GoToFirst{},     GoToPreviousPass{}, GoToPreviousStage{},
                                     GoToNextStage{}, GoToNextPass{},     GoToLast{}};

}  // namespace

TEST_CASE("In every view whatever the transport moves is on screen") {
    std::mt19937 random(7);
    for (const auto& recipe : {AbcState(), DrinksState({1, 3})}) {
        for (const ViewRow* row : Views()) {
            INFO(recipe.document.recipe.model->name << ", " << row->name);
            ViewBench bench(Still(recipe), row->view);
            for (int i = 0; i < 24; ++i) {
                const auto place = bench.Place();
                const std::string picture = bench.Picture();
                bench.Do(kMoves[random() % kMoves.size()]);
                CHECK((bench.Picture() != picture) == (bench.Place() != place));
            }
            // Each view has somewhere to go from its beginning, and back.
            bench.Do(GoToFirst{});
            for (const Command& move :
                 {Command(GoToNextStage{}), Command(GoToPreviousStage{}), Command(GoToNextPass{}),
                  Command(GoToPreviousPass{}), Command(GoToLast{}), Command(GoToFirst{})}) {
                const auto place = bench.Place();
                bench.Do(move);
                CHECK(bench.Place() != place);
            }
        }
    }
}

TEST_CASE("Steps of a view leave the pass where it is, unless the view shows it") {
    for (const View view : {View::Batch, View::Disaggregated, View::Mistakes}) {
        ViewBench bench(Still(AbcState({1, 2})), view);
        for (const Command& move : kMoves) bench.Do(move);
        bench.Do(TogglePlay{});
        bench.now += 5;
        bench.ui.Settle();
        CHECK(bench.app.state().ui.playhead == Playhead{1, 2});
    }
}

TEST_CASE("Where nothing depends on the steps the transport says so and does nothing") {
    ViewBench bench(Still(AbcState({1, 2})), View::Cost);
    CostViewState shazeer;
    shazeer.page = CostPage::Shazeer;
    bench.Do(SetViewState{shazeer});
    CHECK(bench.steps()->title.find("nothing on this page depends") != std::string::npos);
    const std::string picture = bench.Picture();
    for (const Command& move : kMoves) bench.Do(move);
    bench.Do(TogglePlay{});
    bench.ui.Click("transport.next_stage");
    bench.ui.MoveAway();
    CHECK(bench.app.state().ui.playhead == Playhead{1, 2});
    CHECK_FALSE(bench.app.state().ui.playing);
    CHECK(bench.Picture() == picture);
}

TEST_CASE("Playing, the timeline and the view's own buttons move the steps of a view") {
    for (const View view : {View::Disaggregated, View::Mistakes, View::Batch, View::Cost}) {
        ViewBench bench(Still(AbcState()), view);
        INFO(RowOf(view).name);
        bench.Do(GoToFirst{});
        bench.Do(TogglePlay{});
        for (int i = 0; i < 60 && bench.app.state().ui.playing; ++i) {
            bench.now += 1;
            bench.ui.Frame();
        }
        CHECK(bench.steps()->now == bench.steps()->last());
        CHECK_FALSE(bench.app.state().ui.playing);
        bench.ui.Click("transport.step.1");
        CHECK(bench.steps()->now == 1);
        for (const char* own : {"disaggregated.next", "mistakes.next"}) {
            if (!bench.ui.Has(own)) continue;
            bench.ui.Click(own);
            CHECK(bench.steps()->now == 2);
        }
    }
}

TEST_CASE("A step says which one it is in the words of its view") {
    ViewBench bench(Still(AbcState()), View::Disaggregated);
    CHECK(bench.steps()->title.starts_with("Step 1 of 7: "));
    bench.Do(GoToNextStage{});
    CHECK(bench.steps()->title.starts_with("Step 2 of 7: "));
    bench.Do(ChooseView{View::Mistakes});
    CHECK(bench.steps()->title == "Pass 0: prefill of 2 tokens");
    bench.Do(ChooseView{View::Cost});
    CHECK(bench.steps()->title == "Counted so far: nothing");
    bench.Do(GoToLast{});
    CHECK(bench.steps()->title == "Counted so far: up to and including pass 3");
}

TEST_CASE("Keys of the pass and of the plane do nothing in the other views") {
    for (const ViewRow* row : Views()) {
        if (row->view == View::Pass) continue;
        AppState state = AbcState({1, 2});
        Execute(state, ChooseArrow{1});
        Execute(state, ChooseView{row->view});
        for (const char32_t key : {U'a', U'f', U'm'})
            CHECK_FALSE(CommandFor(state, {.key = Key::Character, .character = key}, false));
        CHECK_FALSE(CommandFor(state, {.key = Key::Left, .alt = true}, false));
    }
}

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
    CHECK_FALSE(StepsOf(state, nullptr));
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
        if (const auto command = playback.Tick(state, now, StepsOf(state, nullptr)))
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
        if (const auto command = playback.Tick(state, now, StepsOf(state, nullptr)))
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
    CHECK(StepsOf(transport.state, nullptr)->title == "Step 0: 3 prefill");
}

}  // namespace decodescope
