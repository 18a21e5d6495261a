// The pass panel with a mouse: numbers are found by name, pinned, zoomed and dragged.
#include "app/views/pass/pass_panel.h"

#include "app/apply/apply.h"
#include "app/apply/branch_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/view_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

PanelBench BenchFor(const AppState& state, ImVec2 size = {1000, 716}) {
    const auto draw = [size](const Panel& panel) { DrawPassPanel(panel, {{0, 0}, size}); };
    return PanelBench(state, draw, size);
}

}  // namespace

TEST_CASE("Every number of ABC's prefill has a hotspot of its own name") {
    PanelBench bench = BenchFor(AbcState({0, 8}));
    for (const char* name : {"cell.x.0.0.1.1", "cell.q.0.0.0.0", "cell.k.0.0.1.0", "cell.v.0.0.1.1",
                             "cell.cached_k.0.0.1.0", "cell.cached_v.0.0.0.1",
                             "cell.scores.0.0.1.0", "cell.weights.0.0.1.1", "cell.h.0.0.1.0",
                             "cell.logits.0.0.1.2", "cell.probabilities.0.0.1.0"}) {
        INFO(name);
        CHECK(bench.ui.Has(name));
    }
    CHECK_FALSE(bench.ui.Has("cell.scores.0.0.0.1"));
}

TEST_CASE("Before the prefill there is no number to point at") {
    PanelBench bench = BenchFor(AbcState());
    for (const Hotspot& spot : bench.ui.hotspots().all()) {
        CHECK_FALSE(spot.name.starts_with("cell."));
    }
}

TEST_CASE("The number under the mouse is reported, and a click pins it") {
    PanelBench bench = BenchFor(AbcState({0, 8}));
    const Cell weight{TensorId::AttentionWeights, 0, 0, 1, 1};
    bench.ui.MoveTo("cell.weights.0.0.1.1");
    bench.ui.Frame();
    CHECK(bench.hovered == weight);
    bench.commands.clear();
    bench.ui.Click("cell.weights.0.0.1.1");
    CHECK(bench.OnlyCommand<Pin>().cell == weight);
}

TEST_CASE("A click on the pinned number unpins it") {
    AppState state = AbcState({0, 8});
    state.ui.pinned = Cell{TensorId::ResidualIn, 0, 0, 1, 1};
    PanelBench bench = BenchFor(state);
    bench.ui.Click("cell.x.0.0.1.1");
    CHECK_FALSE(bench.OnlyCommand<Pin>().cell.has_value());
}

TEST_CASE(
    "A click on the circle of a candidate takes it by hand, and one on the tick does nothing") {
    PanelBench bench = BenchFor(AbcState({0, 8}));
    bench.ui.Click("pass.take.1");
    REQUIRE(FirstOf<TakeCandidate>(bench.commands) != nullptr);
    CHECK(FirstOf<TakeCandidate>(bench.commands)->pass == 0);
    CHECK(FirstOf<TakeCandidate>(bench.commands)->id == 1);
    bench.commands.clear();
    bench.ui.Click("pass.take.0");  // the one that is selected
    CHECK(FirstOf<TakeCandidate>(bench.commands) == nullptr);
}

TEST_CASE("What was taken by hand is not said to be the rule's choice") {
    AppState state = DrinksState({0, 0});
    state.ui.playhead.step = state.recording->step_count() - 1;
    const auto note = [&state] {
        const Scene scene = BuildScene(*state.recording, {.playhead = state.ui.playhead});
        for (const Text& text : scene.texts) {
            if (text.words.find("the rule") != std::string::npos) return text.words;
        }
        return std::string();
    };
    CHECK(note().ends_with("kept by the rule"));
    const TokenId selected = state.recording->pass(0).selection->id;
    Execute(state, TakeCandidate{0, selected == 0 ? 1 : 0});
    REQUIRE(state.recording->pass(0).selection->by_hand);
    CHECK(note().starts_with("by hand"));
}

TEST_CASE("The sum floats beside a pinned number only where the inspector is folded") {
    AppState state = AbcState({0, 5});
    state.ui.pinned = Cell{TensorId::HeadOutput, 0, 0, 1, 0};
    for (const bool shows_inspector : {true, false}) {
        state.ui.shows_inspector = shows_inspector;
        PanelBench bench = BenchFor(state);
        bench.derived = DerivedOf(state, state.ui.pinned);
        bench.ui.Settle();
        CHECK(bench.ui.Has("float") == !shows_inspector);
    }
}

TEST_CASE("The wheel zooms around the mouse") {
    PanelBench bench = BenchFor(AbcState({0, 8}));
    bench.ui.MoveTo("cell.h.0.0.1.0");
    bench.commands.clear();
    bench.ui.Scroll(1);
    const Camera camera = bench.OnlyCommand<LookAt>().camera;
    CHECK(camera.zoom > 1);

    const Hotspot before = bench.ui.At("cell.h.0.0.1.0");
    bench.state.ui.camera = camera;
    bench.ui.Settle();
    const Hotspot after = bench.ui.At("cell.h.0.0.1.0");
    CHECK((before.min.x + before.max.x) / 2 == Approx((after.min.x + after.max.x) / 2).margin(2));
    CHECK(after.max.x - after.min.x > before.max.x - before.min.x);
}

TEST_CASE("Dragging pans, and does not pin what it started on") {
    PanelBench bench = BenchFor(AbcState({0, 8}));
    bench.ui.DragRight("cell.h.0.0.1.0", 40);
    REQUIRE_FALSE(bench.commands.empty());
    for (const Command& command : bench.commands) CHECK(command.Is<LookAt>());
}

TEST_CASE("A layer and a query head are chosen in the row above the pass") {
    PanelBench bench = BenchFor(DrinksState({0, 5}));
    bench.ui.Click("pass.layer.1");
    CHECK(bench.OnlyCommand<ChooseLayer>().layer == 1);
    bench.commands.clear();
    bench.ui.Click("pass.head.1");
    CHECK(bench.OnlyCommand<ChooseHead>().head == 1);
}

TEST_CASE("A pass in a window too small for it follows what is current") {
    const ImVec2 small{420, 320};
    PanelBench input = BenchFor(AbcState({0, 0}), small);
    CHECK(input.ui.Has("cell.x.0.0.0.0"));
    PanelBench select = BenchFor(AbcState({0, 8}), small);
    CHECK(select.ui.Has("cell.logits.0.0.1.0"));
    CHECK_FALSE(select.ui.Has("cell.x.0.0.0.0"));
}

TEST_CASE("In a window of 1024 by 700 the whole pass is in view") {
    PanelBench bench = BenchFor(AbcState({0, 8}), {704, 516});
    for (const char* name : {"cell.x.0.0.0.0", "cell.v.0.0.1.1", "cell.cached_k.0.0.0.0",
                             "cell.logits.0.0.1.2", "cell.probabilities.0.0.1.2"}) {
        INFO(name);
        REQUIRE(bench.ui.Has(name));
        CHECK(bench.ui.At(name).min.x >= 0);
        CHECK(bench.ui.At(name).max.x <= 704);
    }
    CHECK_FALSE(bench.ui.Has("pass.whole"));
}

TEST_CASE("Where only a part of the pass is in view, a click shows all of it") {
    PanelBench bench = BenchFor(AbcState({0, 8}), {420, 320});
    bench.ui.Click("pass.whole");
    const Camera whole = bench.OnlyCommand<LookAt>().camera;
    bench.state.ui.camera = whole;
    bench.ui.Settle();
    CHECK(bench.ui.Has("cell.x.0.0.0.0"));
    CHECK(bench.ui.Has("cell.logits.0.0.1.0"));
    CHECK_FALSE(bench.ui.Has("pass.whole"));
}

TEST_CASE("A sentence of many lines pushes the pass down and never covers it") {
    const ImVec2 narrow{300, 900};
    PanelBench wide = BenchFor(AbcState({0, 3}), {600, 900});
    PanelBench bench = BenchFor(AbcState({0, 3}), narrow);
    const auto top = [](PanelBench& of) { return of.ui.At("pass.scene").min.y; };
    CHECK(top(bench) > top(wide));
}

TEST_CASE("The pass can be drawn in any size and at any step") {
    for (const ImVec2 size : {ImVec2{1, 1}, ImVec2{60, 50}, ImVec2{664, 516}, ImVec2{2600, 1700}}) {
        for (const Playhead playhead : {kStart, Playhead{0, 3}, Playhead{1, 6}}) {
            PanelBench abc = BenchFor(AbcState(playhead), size);
            PanelBench drinks = BenchFor(DrinksState(playhead), size);
            abc.ui.Settle();
            drinks.ui.Settle();
        }
    }
}

}  // namespace decodescope
