#include "app/views/cost/cost_view.h"

#include <imgui_internal.h>

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

// A lecturer's and a student's window, as far as menu, sides and transport leave room.
TEST_CASE("In small windows both cards are in sight to their last line") {
    for (const Area area :
         {Area{{40, 32}, {1280, 660}}, Area{{40, 32}, {1280, 740}}, Area{{216, 32}, {1366, 708}}}) {
        for (const AppState& state : {AbcState({1, 8}), DrinksState({1, 28})}) {
            const PanelBench bench(WithCost(state),
                                   [area](const Panel& panel) { DrawCostView(panel, area); });
            const float end = bench.ui.At("cost.modelled").max.y;
            CHECK(end <= area.max.y);
            CHECK(bench.ui.At("cost.memory").max.y + 30 <= end);            // and its sentence
            for (const char* last : {"cost.kv_heads", "cost.cache_share"})  // of several heads
                if (bench.ui.Has(last)) CHECK(bench.ui.At(last).max.y <= end);
        }
    }
}

TEST_CASE("What explains a time covers neither it nor the bars and formulas that it is part of") {
    const Area small{{40, 32}, {1280, 660}};
    PanelBench bench(WithCost(AbcState({1, 8})),
                     [small](const Panel& panel) { DrawCostView(panel, small); }, {1280, 720});
    const float top = bench.ui.At("cost.bar.weights").min.y;
    const float bottom = bench.ui.At("cost.number.attention_seconds").max.y;
    for (const char* name :
         {"cost.number.linear_layers_seconds", "cost.number.weights_seconds",
          "cost.number.attention_seconds", "cost.number.attention_arithmetic_seconds"}) {
        bench.ui.MoveTo(name);
        bench.ui.Settle();
        const ImGuiWindow* const tip = ImGui::FindWindowByName("##Tooltip_00");
        REQUIRE(tip != nullptr);
        CHECK((tip->Pos.y >= bottom || tip->Pos.y + tip->Size.y <= top));
        bench.ui.MoveAway();
        bench.ui.Settle();
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
