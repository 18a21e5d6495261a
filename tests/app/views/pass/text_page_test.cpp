#include "app/views/pass/text_page.h"

#include "app/apply/apply.h"
#include "app/apply/playhead_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

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

}  // namespace decodescope
