#include "app/views/tabs/loop_panel.h"

#include "app/apply/apply.h"
#include "app/apply/playhead_commands.h"
#include "core/explain/generation_loop.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Area kTab{{0, 0}, {360, 700}};

TEST_CASE("The line of the present step is lit, and no other, as one steps") {
    AppState state = AbcState(kStart);
    PanelBench bench(state, [](const Panel& panel) { DrawLoopPanel(panel, kTab); });
    const std::vector<StageStep>& steps = state.recording->steps();
    for (int step = -1; step < static_cast<int>(steps.size()); ++step) {
        bench.state.ui.playhead = {0, step};
        bench.ui.Settle();
        const int lit = LoopLineAt(*state.recording, {0, step}, false);
        for (int line = 0; line < static_cast<int>(LoopLines().size()); ++line) {
            CHECK(bench.ui.Has("loop.lit." + std::to_string(line)) == (line == lit));
            CHECK(bench.ui.Has("loop.line." + std::to_string(line)) == (line != lit));
        }
    }
    CHECK(bench.ui.Has("loop.variable.cache"));
    CHECK(bench.ui.Has("loop.variable.next"));
    CHECK(bench.commands.empty());
}

TEST_CASE("After the end the last line is lit") {
    AppState state = AbcState(kStart);
    Execute(state, ShowText{});
    PanelBench bench(state, [](const Panel& panel) { DrawLoopPanel(panel, kTab); });
    CHECK(bench.ui.Has("loop.lit.13"));
}

}  // namespace
}  // namespace decodescope
