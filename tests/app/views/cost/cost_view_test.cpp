#include "app/views/cost/cost_view.h"

#include "app/shell/ui_log.h"
#include "tests/app/views/cost/cost_bench.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

const Area kNarrow{{0, 104}, {1024, 620}};

}  // namespace

TEST_CASE("Counted and modelled are side by side if there is room, and one at a time if not") {
    PanelBench wide = WideBench(WithCost(DrinksState({1, 28})));
    CHECK(wide.ui.At("cost.counted").max.x < wide.ui.At("cost.modelled").min.x);
    CHECK_FALSE(wide.ui.Has("cost.page.modelled"));
    PanelBench narrow(WithCost(DrinksState({1, 28})),
                      [](const Panel& panel) { DrawCostView(panel, kNarrow); }, {1024, 700});
    CHECK(narrow.ui.Has("cost.counted"));
    CHECK_FALSE(narrow.ui.Has("cost.modelled"));
    narrow.ui.Click("cost.page.modelled");
    const CostViewState* look = LastChange(narrow.commands);
    REQUIRE(look != nullptr);
    CHECK(look->page == CostPage::Modelled);
    Execute(narrow.state, SetViewState{*look});
    narrow.ui.Settle();
    CHECK(narrow.ui.Has("cost.modelled"));
    CHECK_FALSE(narrow.ui.Has("cost.counted"));
}

TEST_CASE("The view Cost draws every page of every model at every moment in every size") {
    for (const AppState& state :
         {AbcState(), AbcState({3, 8}), DrinksState({0, 3}), DrinksState({1, 28})}) {
        for (const CostPage page : {CostPage::Counted, CostPage::Modelled, CostPage::Shazeer}) {
            for (const ImVec2 size :
                 {ImVec2{1, 1}, ImVec2{60, 40}, ImVec2{1024, 500}, ImVec2{2600, 1500}}) {
                CostViewState view{.page = page, .shape = page == CostPage::Shazeer ? 6 : 0};
                PanelBench bench(WithCost(state, view), [size](const Panel& panel) {
                    DrawCostView(panel, {{0, 0}, size});
                });
                CHECK(bench.commands.empty());
            }
        }
    }
}

TEST_CASE("The UI log tells what the view Cost shows while it is shown") {
    AppState state = WithCost(AbcState({1, 4}));
    HeadlessUi ui([&](Hotspots& spots) {
        const std::string shown = DescribeFrame(state, DerivedOf(state), nullptr, spots);
        CHECK(shown.find("\"multiply-adds\":[36,84,160]") != std::string::npos);
        CHECK(shown.find("\"bottleneck\":\"weights\"") != std::string::npos);
        AppState other = state;
        Execute(other, ChooseView{View::Pass});
        CHECK(DescribeFrame(other, DerivedOf(other), nullptr, spots).find("\"cost\":") ==
              std::string::npos);
    });
    ui.Frame();
}

}  // namespace decodescope
