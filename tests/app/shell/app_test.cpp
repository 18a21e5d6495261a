#include "app/shell/app.h"

#include <cmath>
#include <limits>
#include <new>
#include <random>

#include "app/apply/edit_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/playback_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

// The whole program, without its window.
struct AppBench {
    explicit AppBench(AppState state, ImVec2 size = {1600, 900})
        : app(std::move(state), "", [] {}),
          ui([this](Hotspots& spots) { Draw(spots); }, size, HeadlessUi::Fonts::Own) {
        ui.before_frame = [this] { app.LoadLook(); };
        ui.Settle();
    }

    void Draw(Hotspots& spots) {
        now += 0.01;
        app.Frame(now);
        spots = app.hotspots();
    }

    void Key(KeyPress press) {
        app.OnKey(press);
        ui.Settle();
    }

    App app;
    double now = 0;
    HeadlessUi ui;
};

}  // namespace

TEST_CASE("Stepping with the key goes through every stage of every pass, and back") {
    AppBench bench(AbcState());
    int steps = 0;
    while (bench.app.state().ui.playhead != Last(*bench.app.state().recording)) {
        bench.Key({.key = Key::Right});
        ++steps;
    }
    CHECK(steps == 4 * 9);
    for (; steps > 0; --steps) bench.Key({.key = Key::Left});
    CHECK(bench.app.state().ui.playhead == kStart);
}

TEST_CASE("What a drawing throws does not end the program, which draws the next frame") {
    AppBench bench(DrinksState({1, 3}));
    bench.app.Do(SetPrompt{"tea"});
    const Recipe recipe = bench.app.state().document.recipe;
    bool fails = true;
    bench.app.UseTextures({.make = [&fails](int, int, const ImU32*) -> ImTextureID {
                               if (fails) throw std::bad_alloc();
                               return {};
                           },
                           .free = [](ImTextureID) {}});
    bench.app.Do(ToggleOverview{});
    bench.ui.Settle();
    CHECK(bench.app.state().ui.message.find("memory") != std::string::npos);
    CHECK(bench.app.state().document.recipe == recipe);
    fails = false;
    bench.app.Do(DismissMessage{});
    bench.ui.Settle();
    CHECK(bench.app.state().ui.message.empty());
    CHECK(bench.ui.Has("transport.next_stage"));
}

TEST_CASE("The sides of the pass fold by key and by button, and open again") {
    AppBench bench(AbcState());
    CHECK(bench.ui.Has("recipe.prompt"));
    bench.Key({.key = Key::Character, .character = U'r'});
    CHECK_FALSE(bench.ui.Has("recipe.prompt"));
    CHECK(bench.app.state().preferences.panels.recipe_open == false);
    bench.ui.Click("fold.recipe");
    bench.ui.Settle();
    CHECK(bench.ui.Has("recipe.prompt"));
    CHECK(bench.ui.Has("tab.check"));
    bench.ui.Click("fold.inspector");
    bench.ui.Settle();
    CHECK_FALSE(bench.ui.Has("tab.check"));
    bench.Key({.key = Key::Character, .character = U'i'});
    CHECK(bench.ui.Has("tab.check"));
}

TEST_CASE("A larger UI scale never makes the text of the pass smaller") {
    struct Case {
        bool presents;
        std::vector<float> scales;
    };
    for (const Case& one : {Case{false, {1, 1.125f, 1.25f, 1.5f, 2.5f}}, Case{true, {1, 2}}}) {
        float before = 0;
        for (const float scale : one.scales) {
            AppState state = AbcState({2, 5});
            state.preferences.scale = scale;
            state.ui.presents = one.presents;
            AppBench bench(std::move(state), {1280, 720});
            bench.ui.Settle();
            const float digits = bench.app.theme().Px(15) * bench.app.theme().zoom;
            INFO("at " << scale << ", presents: " << one.presents);
            CHECK(digits >= before - 0.01f);
            CHECK(digits >= (one.presents ? 20 : 11));
            before = digits;
        }
    }
}

TEST_CASE("A toy's edit is on screen in the next frame") {
    AppBench bench(AbcState({0, 8}));
    const auto before = bench.app.state().recording;
    bench.ui.DragRight("recipe.embedding.0.0", 8);
    CHECK(bench.app.state().recording != before);
    CHECK(bench.app.state().history.undo_count() == 1);
    bench.app.Do(Undo{});
    bench.ui.Settle();
    CHECK_FALSE(bench.app.state().document.unsaved());
}

TEST_CASE("A number under the mouse lights up its sources everywhere, and a click pins it") {
    AppBench bench(AbcState({2, 8}));
    bench.ui.MoveTo("cell.h.0.0.3.0");
    CHECK(bench.app.derived().highlights.inspected == Cell{TensorId::HeadOutput, 0, 0, 3, 0});
    CHECK(bench.app.derived().highlights.IsSource({TensorId::CachedV, 0, 0, 1, 0}));
    bench.ui.Click("cell.h.0.0.3.0");
    bench.ui.MoveTo("transport.first");
    CHECK(bench.app.derived().highlights.inspected == Cell{TensorId::HeadOutput, 0, 0, 3, 0});
}

TEST_CASE("A pinned number is shown from the step that computes it on, and not before") {
    std::mt19937 random(3);
    const auto pick = [&random](int count) {
        return static_cast<int>(random() % static_cast<unsigned>(count));
    };
    for (const AppState& state : {AbcState(), DrinksState()}) {
        AppBench bench(state);
        const Recording& recording = *state.recording;
        const int positions = static_cast<int>(recording.ids().size());
        int hidden = 0, shown = 0;
        for (int i = 0; i < 120; ++i) {
            const auto tensor = static_cast<TensorId>(pick(kTensorCount));
            const Cell cell{tensor, pick(recording.config().layers), 0, pick(positions), 0};
            if (!recording.Has(cell) || InfoOf(tensor).is_parameter) continue;
            bench.app.Do(Pin{std::nullopt});
            bench.app.Do(Pin{cell});
            const Playhead playhead{pick(recording.pass_count()), pick(recording.step_count())};
            bench.app.Do(GoTo{playhead});
            bench.ui.Settle();
            const bool is_there =
                !(playhead < Playhead{recording.PassOfPosition(cell.row)->index,
                                      recording.StepOf(InfoOf(tensor).stage, cell.layer)});
            (is_there ? shown : hidden) += 1;
            INFO(NameOf(cell) << " at " << playhead.pass << ":" << playhead.step);
            CHECK(bench.app.derived().derivation.has_value() == is_there);
            CHECK(bench.ui.Has("inspector.not_yet") == !is_there);
            const KeyPress copy{.key = Key::Character, .character = U'c', .ctrl = true};
            CHECK(CommandFor(bench.app.state(), copy, false).has_value() == is_there);
        }
        CHECK(hidden > 5);
        CHECK(shown > 5);
    }
}

TEST_CASE("Whatever is drawn as a number of the pass has been computed at the playhead") {
    for (const AppState& state : {AbcState(), DrinksState()}) {
        AppBench bench(state);
        const Recording& recording = *state.recording;
        for (int i = 0; i < 3 * recording.step_count(); i += 2) {
            const Playhead playhead{i / recording.step_count(), i % recording.step_count()};
            bench.app.Do(GoTo{playhead});
            bench.ui.Frame();
            bench.ui.Frame();
            for (const Hotspot& spot : bench.ui.hotspots().all()) {
                if (!spot.name.starts_with("cell.")) continue;
                const std::optional<Cell> cell = CellNamed(std::string_view(spot.name).substr(5));
                INFO(spot.name << " at " << playhead.pass << ":" << playhead.step);
                CHECK((cell && IsComputed(recording, *cell, playhead)));
            }
        }
    }
}

TEST_CASE("Keys walk from cell to cell and from block to block, and the inspector follows") {
    AppBench bench(AbcState({2, 8}));
    const auto inspected = [&] { return bench.app.derived().highlights.inspected; };
    bench.Key({.key = Key::Tab});
    CHECK(inspected() == Cell{TensorId::ResidualIn, 0, 0, 3, 0});
    bench.Key({.key = Key::Right});
    CHECK(inspected() == Cell{TensorId::ResidualIn, 0, 0, 3, 1});
    bench.Key({.key = Key::Right});  // the edge of the block
    CHECK(inspected() == Cell{TensorId::ResidualIn, 0, 0, 3, 1});
    bench.Key({.key = Key::Tab});
    CHECK(inspected() == Cell{TensorId::Q, 0, 0, 3, 0});
    bench.Key({.key = Key::Tab, .shift = true});
    CHECK(inspected() == Cell{TensorId::ResidualIn, 0, 0, 3, 0});
    CHECK(bench.app.state().ui.playhead == Playhead{2, 8});
    bench.ui.MoveTo("cell.h.0.0.3.0");
    bench.ui.MoveTo("cell.h.0.0.3.1");  // the mouse takes over
    CHECK(inspected() == Cell{TensorId::HeadOutput, 0, 0, 3, 1});
}

TEST_CASE("A right click on a number offers to copy it, its sum and its block") {
    AppBench bench(AbcState({2, 8}));
    const Cell h{TensorId::HeadOutput, 0, 0, 3, 0};
    for (const auto& [hotspot, kind] :
         {std::pair{"copy.value", CopyKind::Number}, std::pair{"copy.sum", CopyKind::Sum},
          std::pair{"copy.block", CopyKind::Block}}) {
        bench.ui.MoveTo("cell.h.0.0.3.0");
        ImGui::GetIO().MouseDown[1] = true;
        bench.ui.Frame();
        ImGui::GetIO().MouseDown[1] = false;
        bench.ui.Settle();
        bench.ui.Click(hotspot);
        CHECK(ImGui::GetClipboardText() == CopyText(*bench.app.state().recording, h, kind));
        bench.ui.MoveAway();
    }
}

TEST_CASE("Once nothing changes, no further frame is wanted") {
    AppBench bench(AbcState());
    bench.Key({.key = Key::Right});
    CHECK(bench.app.wants_frame());  // the step is still moving
    for (int i = 0; i < 20; ++i) bench.ui.Frame();
    CHECK_FALSE(bench.app.wants_frame());
    CHECK(bench.app.is_settled());
}

TEST_CASE("Playing steps on every 900 milliseconds and ends at the end") {
    AppBench bench(AbcState({3, 7}));
    bench.app.Do(TogglePlay{});
    bench.ui.Frame();
    CHECK(bench.app.next_tick() == Approx(bench.now + kUsualSecondsPerStage));
    bench.now += 0.91;
    bench.ui.Frame();
    CHECK(bench.app.state().ui.playhead == Playhead{3, 8});
    bench.now += 0.91;
    bench.ui.Settle();
    CHECK_FALSE(bench.app.state().ui.playing);
}

TEST_CASE("What is logged follows what is shown") {
    AppBench bench(AbcState({1, 2}));
    const App& app = bench.app;
    const std::string line =
        DescribeFrame(app.state(), app.derived(), app.worker(), app.hotspots());
    for (const char* part :
         {R"("playhead":{"pass":1,"stage":"append"})", R"("passes":4)", R"("cache_length":3)",
          R"("waiting":null)", R"("prompt":"A B")",
          R"("state":"cached","in_pass":true,"from":"generated")", R"("transport.next_stage":[)"}) {
        INFO(part);
        CHECK(line.find(part) != std::string::npos);
    }
}

TEST_CASE("Every panel draws at every size, for every kind of recording, at every moment") {
    for (const bool is_abc : {true, false}) {
        for (const ImVec2 size : {ImVec2{1600, 900}, ImVec2{1024, 700}, ImVec2{3840, 2160},
                                  ImVec2{320, 200}, ImVec2{40, 30}, ImVec2{1, 1}}) {
            AppBench bench(is_abc ? AbcState() : DrinksState(), size);
            for (const char* tab : {"plane", "candidates", "check", "transcript"}) {
                bench.app.Do(ChooseTab{tab});
                bench.app.Do(GoToFirst{});
                for (int step = 0; step < 12; ++step) {
                    bench.ui.Frame();
                    bench.app.Do(step % 3 == 2 ? Command(GoToNextPass{})
                                               : Command(GoToNextStage{}));
                }
            }
            bench.app.Do(ToggleKeys{});
            bench.app.Do(ShowMessage{"a message that is long enough to need more than one line " +
                                     std::string(300, 'x')});
            bench.app.Do(SetTheme{ThemeKind::Dark});
            bench.ui.Settle();
        }
    }
}

TEST_CASE("Another monitor's scale multiplies the person's own, and nonsense changes nothing") {
    AppBench bench(AbcState());
    bench.app.Do(SetScale{1.25f});
    bench.app.SetContentScale(1.5f);
    bench.ui.Settle();
    CHECK(bench.app.theme().scale == 1.875f);
    for (const float nonsense :
         {0.0f, -1.0f, std::numeric_limits<float>::infinity(), std::nanf("")}) {
        bench.app.SetContentScale(nonsense);
        bench.ui.Settle();
        CHECK(bench.app.theme().scale == 1.875f);
    }
    bench.app.SetContentScale(1);
    bench.ui.Settle();
    CHECK(bench.app.theme().scale == 1.25f);
}

TEST_CASE("Controls keep their places from step to step") {
    AppBench bench(AbcState());
    const auto place_of = [&](const char* name) { return bench.ui.At(name); };
    const Hotspot next = place_of("transport.next_stage"), prompt = place_of("recipe.prompt");
    const Hotspot tab = place_of("tab.check"), first = place_of("transport.stage.2.0");
    for (int i = 0; i < 36; ++i) {
        bench.Key({.key = Key::Right});
        CHECK(place_of("transport.next_stage").min.x == next.min.x);
        CHECK(place_of("recipe.prompt").min.y == prompt.min.y);
        CHECK(place_of("tab.check").min.x == tab.min.x);
        CHECK(place_of("transport.stage.2.0").min.x == first.min.x);
    }
}

}  // namespace decodescope
