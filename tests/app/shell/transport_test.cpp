#include "app/shell/transport.h"

#include "app/apply/playback_commands.h"
#include "app/apply/playhead_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Area kWide{{0, 0}, {1600, 80}};

}  // namespace

TEST_CASE("Each button of the transport emits its one command") {
    auto check = []<class C>(const char* hotspot, C) {
        PanelBench bench(AbcState({1, 2}), [](const Panel& panel) { DrawTransport(panel, kWide); });
        bench.ui.Click(hotspot);
        INFO(hotspot);
        bench.OnlyCommand<C>();
    };
    check("transport.first", GoToFirst{});
    check("transport.previous_pass", GoToPreviousPass{});
    check("transport.previous_stage", GoToPreviousStage{});
    check("transport.next_stage", GoToNextStage{});
    check("transport.next_pass", GoToNextPass{});
    check("transport.last", GoToLast{});
    check("transport.play", TogglePlay{});
}

TEST_CASE("At the ends the transport has no command in that direction") {
    PanelBench bench(AbcState(), [](const Panel& panel) { DrawTransport(panel, kWide); });
    bench.ui.Click("transport.previous_stage");
    bench.ui.Click("transport.first");
    CHECK(bench.commands.empty());
    bench.state = AbcState({3, 8});
    bench.state.ui.shows_text = true;  // after the last step comes the text, and nothing after that
    bench.ui.Click("transport.next_stage");
    CHECK(bench.commands.empty());
}

TEST_CASE("A box of the timeline is a place to go to") {
    PanelBench bench(AbcState(), [](const Panel& panel) { DrawTransport(panel, kWide); });
    bench.ui.Click("transport.stage.2.4");
    CHECK(bench.OnlyCommand<GoTo>().playhead == Playhead{2, 4});
}

TEST_CASE("The boxes of a pass are side by side and do not overlap") {
    for (const AppState& state : {AbcState({1, 0}), DrinksState({1, 5})}) {
        PanelBench bench(state, [](const Panel& panel) { DrawTransport(panel, kWide); });
        const std::string prefix = "transport.stage.1.";
        for (int step = 1; step < state.recording->step_count(); ++step) {
            const Hotspot before = bench.ui.At(prefix + std::to_string(step - 1));
            const Hotspot box = bench.ui.At(prefix + std::to_string(step));
            CHECK(before.max.x < box.min.x);
            CHECK(box.max.x <= 1600);
        }
    }
}

TEST_CASE("Loop and stop are switches of the transport in a wide window") {
    const auto check = []<class C>(const char* hotspot, C) {
        PanelBench bench(AbcState(), [](const Panel& panel) { DrawTransport(panel, kWide); });
        CHECK(bench.ui.Has("transport.speed"));
        bench.ui.Click(hotspot);
        bench.OnlyCommand<C>();
    };
    check("transport.loop", ToggleLoop{});
    check("transport.stop_at_selection", ToggleStopAtSelection{});
    PanelBench narrow(AbcState(),
                      [](const Panel& panel) {
                          DrawTransport(panel, {{0, 0}, {1024, 80}});
                      },
                      {1024, 700});
    CHECK_FALSE(narrow.ui.Has("transport.speed"));
}

}  // namespace decodescope
