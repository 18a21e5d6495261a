// The batch view: what it shows of a run, what its controls emit, and who is stepped while it
// is shown.
#include "app/views/batch/batch_view.h"

#include <atomic>
#include <nlohmann/json.hpp>
#include <set>

#include "app/apply/apply.h"
#include "app/apply/batch_commands.h"
#include "app/apply/edit_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/playback_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_commands.h"
#include "app/apply/view_state_commands.h"
#include "app/shell/shortcuts.h"
#include "app/shell/transport.h"
#include "app/shell/ui_log.h"
#include "app/shell/view_transport.h"
#include "app/views/batch/batch_worker.h"
#include "app/work/playback.h"
#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

AppState InBatchView(AppState state) {
    Execute(state, ChooseView{View::Batch});
    return state;
}

// As the program applies a command while a view with steps of its own is shown.
void ApplyInView(AppState& state, const Command& command) {
    for (const Command& each : ForShownView(state, command)) Execute(state, each);
}

BatchViewState LookWith(const AppState& state, auto change) {
    BatchViewState look = state.ui.batch;
    change(look);
    look.is_own = true;
    return look;
}

// The view, whose commands are applied when the test says so.
class BatchBench {
public:
    explicit BatchBench(AppState state, ImVec2 size = {1360, 784})
        : bench_(
              InBatchView(std::move(state)),
              [size](const Panel& panel) {
                  DrawBatchView(panel, {{0, 0}, size});
              },
              size) {
        Find();
    }

    // Applies what was emitted, and draws what came of it.
    void ApplyCommands() {
        for (const Command& command : std::exchange(bench_.commands, {}))
            Execute(bench_.state, command);
        Find();
    }

    void Click(std::string_view hotspot) {
        bench_.ui.Click(hotspot);
        ApplyCommands();
    }

    void Type(std::string_view hotspot, std::string_view text) {
        bench_.ui.DoubleClick(hotspot);
        for (const char c : text) {
            bench_.ui.Type({&c, 1});
            ApplyCommands();
        }
    }

    PanelBench& bench() { return bench_; }
    HeadlessUi& ui() { return bench_.ui; }
    AppState& state() { return bench_.state; }
    const BatchRun& run() const { return *bench_.state.batch.run; }
    const BatchViewData& data() const {
        return *static_cast<const BatchWorker&>(*bench_.workers.Of(View::Batch)).data();
    }

private:
    void Find() {
        bench_.workers.Update(bench_.state);
        bench_.ui.Settle();
        bench_.commands.clear();
    }

    PanelBench bench_;
};

std::vector<std::string> TextsOf(const BatchRun& run, const std::vector<SequenceToken>& tokens) {
    std::vector<std::string> texts;
    for (const SequenceToken& token : tokens) texts.push_back(run.token_texts().At(token.id));
    return texts;
}

AppState StoriesSizedState() {
    Recipe recipe;
    recipe.model =
        std::make_shared<const Model>(RandomModel(Stories260KConfig(), 5, Precision::Float32));
    recipe.prompt = "t1 t2";
    recipe.tokens = 3;
    return StateFor(recipe, "");
}

}  // namespace

// --- The batch and its run
// -------------------------------------------------------------------------

TEST_CASE("The batch view opens with prompts that the recipe's model can continue") {
    for (AppState state : {AbcState(), DrinksState()}) {
        CHECK(state.batch.run == nullptr);  // nothing is served before somebody looks
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

TEST_CASE("A model that reads none of the known prompts begins with beginnings of its own") {
    const BatchViewState look = BatchViewStateFor([] {
        Recipe recipe;
        recipe.model = std::make_shared<const Model>(RandomModel(RandomConfig(3), 3));
        recipe.prompt = "t0 t1 t2";
        return recipe;
    }());
    REQUIRE(look.requests.size() == 3);
    CHECK(look.requests[0].prompt == "t0 t1 t2");
    CHECK(look.requests[1].prompt == "t0 t1");
    CHECK(look.requests[2].prompt == "t0");
    CHECK(look.requests[2].arrival_step == 2);
}

TEST_CASE("An edit of the model serves the batch again and keeps what the person set") {
    AppState state = InBatchView(AbcState());
    Execute(state, SetViewState{LookWith(state, [](BatchViewState& look) {
                look.requests = {{"C A", 4, 0}};
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

TEST_CASE("A batch that is not set follows the recipe's prompt in its samples") {
    AppState state = InBatchView(DrinksState());
    CHECK(state.ui.batch.sample.prompt == state.document.recipe.prompt);
    Execute(state, SetPrompt{"She drinks"});
    CHECK(state.ui.batch.sample.prompt == "She drinks");
}

TEST_CASE("Numbers of a batch are brought into range") {
    AppState state = InBatchView(AbcState());
    Execute(state, SetViewState{LookWith(state, [](BatchViewState& look) {
                look.slots = 1000;
                look.samples = 0;
                look.requests = {{"A", 0, -3}};
            })});
    CHECK(state.ui.batch.slots == kMostSlots);
    CHECK(state.ui.batch.samples == 1);
    CHECK(state.ui.batch.requests[0] == BatchRequest{"A", 1, 0});
    Execute(state,
            SetViewState{LookWith(state, [](BatchViewState& look) { look.requests.clear(); })});
    CHECK(state.ui.batch.requests.size() == 1);
    Execute(state, SetViewState{LookWith(state, [](BatchViewState& look) {
                look.requests.resize(100, {"A", 1, 0});
            })});
    CHECK(state.ui.batch.requests.size() == kMostRequests);
}

TEST_CASE("A larger model is served step by step on a thread and comes to the same") {
    AppState state = InBatchView(StoriesSizedState());
    Execute(state, SetViewState{LookWith(state, [](BatchViewState& look) {
                look.requests = {{"t1 t2 t3", 5, 0}, {"t4", 3, 0}, {"t5 t6", 5, 1}};
                look.slots = 2;
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
                       LookWith(state, [](BatchViewState& look) { look.requests[0].tokens = 4; })});
    Execute(state, AddBatchSteps{state.batch.edition - 1, {step}});
    CHECK(state.batch.run->step_count() == 0);
}

TEST_CASE("A finder compares every response with itself alone and begins anew with a new run") {
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
            SetViewState{LookWith(state, [](BatchViewState& look) { look.requests.pop_back(); })});
    worker.Update(state);
    CHECK(worker.data()->checks.size() == 3);

    Execute(state, ChooseView{View::Pass});
    worker.Update(state);
    CHECK_FALSE(worker.data());
    Execute(state, ChooseView{View::Batch});
    worker.Update(state);
    CHECK(worker.data()->checks.size() == 3);
}

// --- The picture
// -----------------------------------------------------------------------------------

TEST_CASE("A lane has its response's tokens cached and in the step and waiting") {
    Batch batch{.model = std::make_shared<const Model>(ToyModel()), .slots = 2};
    batch.requests = {{"A B", 3}, {"C", 1}};
    const auto run = std::make_shared<const BatchRun>(RunBatch(batch));
    const BatchViewData first = BatchViewDataAt(run, 0);
    REQUIRE(first.lanes.size() == 2);
    REQUIRE(first.lanes[0].tokens.size() == 3);
    CHECK(first.lanes[0].work == SlotWork::Prefill);
    CHECK(first.lanes[0].tokens[0].state == TokenState::Cached);
    CHECK(first.lanes[0].tokens[0].in_pass);
    CHECK(first.lanes[0].tokens[2].state == TokenState::Waiting);
    CHECK(first.lanes[1].ended == FinishReason::Length);

    // The token that waited is processed; the prompt stays cached.
    const BatchViewData second = BatchViewDataAt(run, 1);
    REQUIRE(second.lanes[0].tokens.size() == 4);
    CHECK_FALSE(second.lanes[0].tokens[1].in_pass);
    CHECK(second.lanes[0].tokens[2].in_pass);
    CHECK(second.lanes[0].tokens[2].origin == TokenOrigin::Generated);
    CHECK(second.lanes[1].work == SlotWork::Idle);
    CHECK(second.lanes[1].request == 1);  // who had it last, and why it ended
    CHECK(second.lanes[1].ended == FinishReason::Length);
    CHECK(second.lanes[1].tokens.empty());

    const BatchViewData before = BatchViewDataAt(run, -1);
    CHECK(before.queue == std::vector<int>{0, 1});
    CHECK(before.lanes[0].request == -1);
}

TEST_CASE("A shared beginning is drawn once in front of the lanes that have it") {
    Recipe recipe = DrinksState().document.recipe;
    recipe.prompt = "Today I drink tea with";
    recipe.rule = {.kind = RuleKind::Sample, .seed = 2};
    recipe.tokens = 4;
    const auto run = std::make_shared<const BatchRun>(RunBatch(SamplesOf(recipe, 5, 3)));
    const BatchViewData first = BatchViewDataAt(run, 0);
    REQUIRE(first.shared.size() == 1);
    CHECK(first.shared[0].first_lane == 0);
    CHECK(first.shared[0].last_lane == 2);
    CHECK(TextsOf(*run, first.shared[0].tokens) ==
          std::vector<std::string>{"Today", "I", "drink", "tea", "with"});
    CHECK(first.shared[0].tokens[0].in_pass);  // computed in this step, by one of them
    CHECK_FALSE(BatchViewDataAt(run, 1).shared[0].tokens[0].in_pass);
    for (const BatchLane& lane : first.lanes) CHECK(lane.shared == 5);

    Batch apart = run->batch();
    apart.shares_prompts = false;
    CHECK(BatchViewDataAt(std::make_shared<const BatchRun>(RunBatch(apart)), 0).shared.empty());
}

// --- The controls
// ----------------------------------------------------------------------------------

TEST_CASE("Rows are added and changed in place and taken away") {
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

TEST_CASE("A prompt that cannot be read says so beside its row and the others are served") {
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

TEST_CASE("Samples of one prompt take a rule of their own and share its rows") {
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

TEST_CASE("A batch that would take too much memory says so instead of a picture") {
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
    Execute(bench.state(), SetViewState{LookWith(bench.state(), [](BatchViewState& look) {
                look.requests.assign(64, {"t1", 4096, 0});
            })});
    bench.ApplyCommands();
    CHECK(bench.state().batch.run == nullptr);
    CHECK(bench.state().batch.problem.find("gigabyte") != std::string::npos);
    CHECK(bench.ui().Has("batch.problem"));
    CHECK(bench.ui().Has("batch.add"));
    CHECK(StepsOf(bench.state())->title == "not begun");
}

// --- Stepping
// --------------------------------------------------------------------------------------

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

TEST_CASE("Stepping back through a batch finds what stepping forth found") {
    AppState state = InBatchView(DrinksState());
    BatchWorker worker([] {});
    const auto log = [&] {
        worker.Update(state);
        return nlohmann::json::parse(DescribeFrame(state, {}, &worker, {}))["batch"].dump();
    };
    HeadlessUi ui([](Hotspots&) {});  // the log asks ImGui whether somebody types
    std::vector<std::string> forth, back;
    const int steps = state.batch.run->step_count();
    for (int i = 0; i < steps; ++i, ApplyInView(state, GoToNextStage{})) forth.push_back(log());
    ApplyInView(state, GoToLast{});
    for (int i = 0; i < steps; ++i, ApplyInView(state, GoToPreviousStage{}))
        back.insert(back.begin(), log());
    CHECK(forth == back);
    CHECK(std::set(forth.begin(), forth.end()).size() == forth.size());
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

TEST_CASE("The UI log tells the batch's slots while it is shown") {
    AppState state = InBatchView(AbcState());
    BatchWorker worker([] {});
    worker.Update(state);
    HeadlessUi ui([](Hotspots&) {});
    const auto json = nlohmann::json::parse(DescribeFrame(state, {}, &worker, {}));
    CHECK(json["view"] == "batch");
    CHECK(json["batch"]["step"] == 0);
    CHECK(json["batch"]["slots"].size() == 3);
    CHECK(json["batch"]["slots"][0]["state"] == "prefill");
    CHECK(json["batch"]["slots"][0]["tokens"].size() == 3);
    CHECK(json["batch"]["requests"][3]["state"] == "to come");
    CHECK(json["batch"]["largest_difference"] == 0.0);
    Execute(state, ChooseView{View::Pass});
    worker.Update(state);
    CHECK_FALSE(nlohmann::json::parse(DescribeFrame(state, {}, &worker, {})).contains("batch"));
}

// --- Every size
// ------------------------------------------------------------------------------------

TEST_CASE("The batch view draws in every size whatever the batch is") {
    std::string prompt = "A";
    for (int i = 0; i < 200; ++i) prompt += " B C";
    const std::vector<std::vector<BatchRequest>> batches{
        {{"A", 1, 0}},
        std::vector<BatchRequest>(64, {"A B", 2, 0}),
        {{prompt, 3, 0}, {"C", 40, 0}},
        {{"", 2, 0}},
        {{"Q", 2, 0}, {"A", 2, 9}},
    };
    for (const std::vector<BatchRequest>& rows : batches) {
        for (const ImVec2 size : {ImVec2{1024, 584}, ImVec2{1360, 784}, ImVec2{700, 400}}) {
            BatchBench bench(AbcState(), size);
            Execute(bench.state(), SetViewState{LookWith(bench.state(), [&](BatchViewState& look) {
                        look.requests = rows;
                        look.slots = static_cast<int>(rows.size());
                    })});
            for (const int step : {-1, 0, 1, 1000}) {
                Execute(bench.state(), GoToBatchStep{step});
                bench.ApplyCommands();
                INFO(rows.size() << " rows at " << size.x << " step " << step);
                CHECK(bench.ui().Has("batch.weights"));
                for (const Hotspot& spot : bench.ui().hotspots().all()) {
                    INFO(spot.name);
                    CHECK(spot.min.x >= 0);
                    CHECK(spot.max.x <= size.x);
                }
            }
        }
    }
}

TEST_CASE("Chips of a lane stay inside it however long its response is") {
    BatchBench bench(DrinksState(), {1024, 584});
    for (int step = 0; step < bench.run().step_count(); ++step) {
        Execute(bench.state(), GoToBatchStep{step});
        bench.ApplyCommands();
        for (const Hotspot& spot : bench.ui().hotspots().all()) {
            const std::string chip = "batch.chip.";
            if (!spot.name.starts_with(chip)) continue;
            const Hotspot lane = bench.ui().At("batch.lane." + spot.name.substr(chip.size(), 1));
            INFO(spot.name << " at step " << step);
            CHECK(spot.min.x >= lane.min.x);
            CHECK(spot.max.x <= lane.max.x);
            CHECK(spot.min.y >= lane.min.y);
            CHECK(spot.max.y <= lane.max.y);
        }
    }
}

}  // namespace decodescope
