#include "app/views/tabs/check_panel.h"

#include "app/apply/inspect_commands.h"
#include "app/apply/playhead_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Area kTab{{0, 0}, {360, 360}};

}  // namespace

TEST_CASE("A click on the place of the largest difference goes there and pins it") {
    PanelBench bench(AbcState({3, 8}), [](const Panel& panel) {
        DrawCheckPanel(panel, {{0, 0}, {360, 600}});
    });
    CHECK(bench.ui.Has("check.chart"));
    CHECK_FALSE(bench.ui.Has("check.difference"));  // there is none
    const Cell place{.tensor = TensorId::Logits, .row = 3, .column = 1};
    bench.derived.checks[2].max_abs_difference = 0.25;
    bench.derived.checks[2].place = place;
    bench.ui.Settle();
    bench.ui.Click("check.difference");
    REQUIRE(bench.commands.size() == 2);
    CHECK(bench.commands[0].As<GoTo>().playhead == Playhead{2, 6});
    CHECK(bench.commands[1].As<Pin>().cell == place);
}

}  // namespace decodescope
