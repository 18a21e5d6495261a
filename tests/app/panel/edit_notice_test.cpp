#include "app/panel/edit_notice.h"

#include "app/apply/apply.h"
#include "app/apply/model_commands.h"
#include "app/shell/transport.h"
#include "app/views/pass/pass_panel.h"
#include "app/views/sequence/sequence_panel.h"
#include "tests/support/catch.h"
#include "tests/support/live_bench.h"

namespace decodescope {

TEST_CASE("A flip is reported once, marked on its pass and its token, and a click goes there") {
    LiveBench live(AbcState({2, 3}), [](const Panel& panel) {
        DrawSequencePanel(panel, {{0, 0}, {1400, 68}});
        DrawTransport(panel, {{0, 700}, {1400, 780}});
        DrawFlipNotice(panel, {{300, 600}, {1100, 640}});
    });
    CHECK_FALSE(live.ui().Has("edit.flipped"));
    Execute(live.state(), SetParameter{{TensorId::OutputWeight, 0, 0, 2, 1}, 3});
    live.ui().Settle();
    REQUIRE(live.ui().Has("edit.flipped"));
    CHECK(live.ui().Has("edit.flipped.pass"));
    const Hotspot mark = live.ui().At("edit.flipped.token"), chip = live.ui().At("sequence.2");
    CHECK(mark.min.x > chip.min.x);
    CHECK(mark.max.x < chip.max.x);
    CHECK(mark.max.y <= chip.min.y);
    live.ui().Click("edit.flipped");
    live.ui().Settle();
    CHECK(live.state().ui.playhead == Playhead{0, 8});
    live.ui().Click("edit.flipped.close");
    live.ui().Settle();
    CHECK_FALSE(live.ui().Has("edit.flipped"));
}

TEST_CASE("The picture of an edited larger model is dimmed until the new one is there") {
    AppState state = AbcState({0, 8});
    LiveBench live(state, [](const Panel& panel) { DrawPassPanel(panel, {{0, 0}, {1000, 720}}); });
    CHECK_FALSE(live.ui().Has("pass.recomputing"));
    live.state().pending = state.recording;
    live.ui().Settle();
    CHECK(live.ui().Has("pass.recomputing"));
}

}  // namespace decodescope
