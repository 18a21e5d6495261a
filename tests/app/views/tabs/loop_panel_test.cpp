// The generation loop as code beside the pass, and the text after the end of the run.
#include "app/views/tabs/loop_panel.h"

#include "app/apply/apply.h"
#include "app/apply/playhead_commands.h"
#include "app/views/pass/text_page.h"
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

TEST_CASE("Behind the end the last line is lit") {
    AppState state = AbcState(kStart);
    Execute(state, ShowText{});
    PanelBench bench(state, [](const Panel& panel) { DrawLoopPanel(panel, kTab); });
    CHECK(bench.ui.Has("loop.lit.13"));
}

TEST_CASE("The text page shows a piece for each ID, in order, and the whole text below them") {
    for (const AppState& from : {AbcState(kStart), DrinksState(kStart)}) {
        AppState state = from;
        Execute(state, ShowText{});
        for (const float width : {1000.0f, 240.0f}) {
            const Area page{{0, 0}, {width, 1200}};
            PanelBench bench(state, [page](const Panel& panel) { DrawTextPage(panel, page); },
                             {width, 1200});
            const size_t count = state.recording->ids().size();
            for (size_t i = 0; i < count; ++i) {
                const std::string name = "text.piece." + std::to_string(i);
                REQUIRE(bench.ui.Has(name));
                CHECK(bench.ui.At(name).max.y <= bench.ui.At("text.whole").min.y + 24);
                if (i == 0) continue;
                const auto before = bench.ui.At("text.piece." + std::to_string(i - 1)),
                           now = bench.ui.At(name);
                const bool follows = now.min.x > before.max.x || now.min.y >= before.max.y;
                CHECK(follows);
            }
            CHECK_FALSE(bench.ui.Has("text.piece." + std::to_string(count)));
        }
    }
}

}  // namespace
}  // namespace decodescope
