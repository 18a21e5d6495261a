#include "app/shell/tabs_panel.h"

#include "app/apply/view_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Area kTab{{0, 0}, {360, 360}};

}  // namespace

TEST_CASE("All tabs fit side by side in the narrowest panel") {
    for (const float width : {320.0f, 360.0f, 500.0f}) {
        PanelBench bench(AbcState(), [width](const Panel& panel) {
            DrawTabsPanel(panel, {{0, 0}, {width, 300}});
        });
        const char* names[] = {"tab.plane", "tab.candidates", "tab.check", "tab.transcript"};
        for (size_t i = 1; i < std::size(names); ++i) {
            CHECK(bench.ui.At(names[i - 1]).max.x < bench.ui.At(names[i]).min.x);
        }
        CHECK(bench.ui.At("tab.transcript").max.x <= width);
    }
}

TEST_CASE("A tab is chosen by its name") {
    PanelBench bench(AbcState(), [&](const Panel& panel) { DrawTabsPanel(panel, kTab); });
    bench.ui.Click("tab.check");
    CHECK(bench.OnlyCommand<ChooseTab>().tab == "check");
}

}  // namespace decodescope
