// The view Cost: its pictures as data, its controls by name, and that it fits every size.
#include "app/views/cost/cost_view.h"

#include <algorithm>
#include <cmath>

#include "app/apply/apply.h"
#include "app/apply/model_commands.h"
#include "app/apply/view_commands.h"
#include "app/apply/view_state_commands.h"
#include "app/shell/ui_log.h"
#include "app/views/cost/cost_view_data.h"
#include "app/views/cost/cost_words.h"
#include "app/views/cost/counted_table.h"
#include "core/cost/cost.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

const Area kWide{{240, 104}, {1600, 820}};
const Area kNarrow{{0, 104}, {1024, 620}};

AppState WithCost(AppState state, const CostViewState& look = {}) {
    Execute(state, ChooseView{View::Cost});
    Execute(state, SetViewState{look});
    return state;
}

PanelBench WideBench(const AppState& state) {
    return PanelBench(state, [](const Panel& panel) { DrawCostView(panel, kWide); });
}

const CostRow& RowNamed(const CostTable& table, std::string_view name) {
    return *std::ranges::find(table.rows, name, &CostRow::name);
}

// The last command to change the view.
const CostViewState* LastLook(const Commands& commands) {
    const CostViewState* look = nullptr;
    for (const Command& command : commands) {
        if (const auto* set = command.If<SetViewState<CostViewState>>()) look = &set->view;
    }
    return look;
}

bool IsInside(const ChartPoint& point) {
    return point.x >= -1e-9 && point.x <= 1 + 1e-9 && point.y >= -1e-9 && point.y <= 1 + 1e-9;
}

}  // namespace

// --- Counted
// ---------------------------------------------------------------------------------------

TEST_CASE("The cost table of ABC is what is counted by hand in the whole run and up to a pass") {
    const AppState state =
        AbcState({1, 4});  // A B and 4 tokens; tests/core/cost_test.cpp derives the sums
    const CostTable table = BuildCostTable(*state.recording, CheckAll(*state.recording), {1, 4});
    CHECK(table.is_recomputed);
    CHECK(table.formulas_agree);
    CHECK(table.passes_here == 2);
    const CostRow& products = RowNamed(table, "multiply-adds");
    CHECK(products.here == 36);
    CHECK(products.run == 84);
    CHECK(products.recomputed == 160);
    CHECK(RowNamed(table, "positions computed").run == 5);
    CHECK(RowNamed(table, "positions computed").recomputed == 14);
    CHECK(RowNamed(table, "K and V read").run == RowNamed(table, "K and V read").recomputed);
}

TEST_CASE("Before anything is recomputed the formulas give the same numbers") {
    for (const SceneCase& row : SceneCases()) {
        INFO(row.name);
        const Playhead playhead = kStart;
        const CostTable counted = BuildCostTable(row.recording, CheckAll(row.recording), playhead);
        const CostTable formula = BuildCostTable(row.recording, {}, playhead);
        CHECK(counted.formulas_agree);
        CHECK_FALSE(formula.is_recomputed);
        REQUIRE(counted.rows.size() == formula.rows.size());
        for (size_t i = 0; i < counted.rows.size(); ++i) {
            CHECK(counted.rows[i].recomputed == formula.rows[i].recomputed);
            CHECK(counted.rows[i].here == 0);
        }
    }
}

TEST_CASE("The number of KV heads is one control and the cache and the cost follow it") {
    AppState state = WithCost(DrinksState({1, 28}));
    const CacheSize before = CacheSizeAt(*state.recording, state.ui.playhead);
    const CostTable cost_before = BuildCostTable(*state.recording, {}, state.ui.playhead);
    const int heads = state.recording->config().query_heads;
    PanelBench bench = WideBench(state);
    REQUIRE(bench.ui.Has("cost.kv_heads"));
    Execute(state, SetKvHeads{heads});  // as many as there are
    const CacheSize mha = CacheSizeAt(*state.recording, state.ui.playhead);
    CHECK(mha.per_position == mha.per_position_mha);
    Execute(state, SetKvHeads{1});
    const CacheSize mqa = CacheSizeAt(*state.recording, state.ui.playhead);
    CHECK(mqa.per_position * heads == mha.per_position);
    CHECK(mqa.per_position_mha == before.per_position_mha);
    const CostTable cost_after = BuildCostTable(*state.recording, {}, state.ui.playhead);
    CHECK(RowNamed(cost_after, "K and V written").run <=
          RowNamed(cost_before, "K and V written").run);
    CHECK(RowNamed(cost_after, "project Q K V").run <= RowNamed(cost_before, "project Q K V").run);
}

TEST_CASE("A model of one query head has no choice of KV heads") {
    PanelBench bench = WideBench(WithCost(AbcState({1, 4})));
    CHECK_FALSE(bench.ui.Has("cost.kv_heads"));
    CHECK(bench.ui.Has("cost.row.multiply-adds"));
    CHECK(bench.ui.Has("cost.formulas"));
}

// --- Modelled
// --------------------------------------------------------------------------------------

TEST_CASE("What is shown at first is LLaMA 2 7B on an H100") {
    const AppState state = AbcState();
    CHECK(ShapeTitle(CostViewState{}.shape, *state.document.recipe.model) == "LLaMA 2 7B");
    CHECK(HardwareTitle(CostViewState{}.hardware) == "H100 SXM");
}

TEST_CASE(
    "Every choice of the modelled half has its control and commands change what is modelled "
    "alone") {
    PanelBench bench = WideBench(WithCost(DrinksState({1, 28})));
    for (const char* name :
         {"cost.batch", "cost.context", "cost.format", "cost.cache_format", "cost.shape",
          "cost.hardware", "cost.shape_kv_heads", "cost.roofline", "cost.memory", "cost.step",
          "cost.bottleneck", "cost.crossings", "cost.batch.number"}) {
        INFO(name);
        CHECK(bench.ui.Has(name));
    }
    const std::shared_ptr<const Recording> before = bench.state.recording;
    bench.ui.DragRight("cost.batch", 30);
    const CostViewState* look = LastLook(bench.commands);
    REQUIRE(look != nullptr);
    CHECK(look->batch > 1);
    CHECK(look->batch == std::round(look->batch));
    Execute(bench.state, SetViewState{*look});
    CHECK(bench.state.recording == before);
    CHECK(bench.state.history.undo_count() == 0);
}

TEST_CASE("The bar of a step is divided as its times are") {
    CostViewState look;
    look.batch = 64;
    look.context = 4096;
    PanelBench bench = WideBench(WithCost(DrinksState({1, 28}), look));
    const StepTime step = DecodeStepTime(ScenarioOf(look, *bench.state.document.recipe.model));
    const Hotspot weights = bench.ui.At("cost.bar.weights"), cache = bench.ui.At("cost.bar.cache"),
                  arithmetic = bench.ui.At("cost.bar.arithmetic");
    const auto width = [](const Hotspot& spot) {
        return static_cast<double>(spot.max.x - spot.min.x);
    };
    CHECK(width(cache) / width(weights) == Approx(step.cache / step.weights).epsilon(1e-2));
    CHECK(width(arithmetic) / width(weights) ==
          Approx(step.arithmetic / step.weights).epsilon(2e-2));
    CHECK(weights.max.x == cache.min.x);
    CHECK(weights.min.x == arithmetic.min.x);
}

TEST_CASE("One's own shape begins as the shape before and its sizes can be changed") {
    const ModelPtr model = AbcState().document.recipe.model;  // kept
    const Model& present = *model;
    const CostViewState known{};
    const CostViewState own = WithShape(known, ShapeCount() - 1, present);
    CHECK(IsOwnShape(own));
    CHECK(ShapeOf(own, present) == ShapeOf(known, present));
    CHECK(WithShape(known, 0, present).shape == 0);
    const CostViewState machine = WithHardware(known, HardwareCount() - 1);
    CHECK(HardwareOf(machine).bandwidth == HardwareOf(known).bandwidth);

    CostViewState both = WithHardware(own, HardwareCount() - 1);
    PanelBench bench = WideBench(WithCost(AbcState({1, 4}), both));
    for (const char* name :
         {"cost.own.layers", "cost.own.query_heads", "cost.own.tied", "cost.own.bandwidth"}) {
        CHECK(bench.ui.Has(name));
    }
    bench.ui.DragRight("cost.own.layers", 12);
    const CostViewState* look = LastLook(bench.commands);
    REQUIRE(look != nullptr);
    CHECK(look->own_shape.layers > 32);
}

TEST_CASE("What is typed beyond measure is brought into range") {
    AppState state = AbcState();
    CostViewState look;
    look.batch = -3;
    look.context = std::nan("");
    look.shape = 99;
    look.own_shape.query_heads = 6;
    look.own_shape.kv_heads = 4;
    look.own_hardware.bandwidth = -1;
    Execute(state, SetViewState{look});
    CHECK(state.ui.cost.batch == 1);
    CHECK(state.ui.cost.context == 1);
    CHECK(IsOwnShape(state.ui.cost));
    CHECK(state.ui.cost.own_shape.kv_heads == 2);
    CHECK(state.ui.cost.own_hardware.bandwidth > 0);
}

TEST_CASE(
    "The roofline's points lie on the roof and inside the chart for every shape and machine") {
    const ModelPtr model = DrinksState().document.recipe.model;  // kept
    const Model& present = *model;
    for (int shape = 0; shape < ShapeCount() - 1; ++shape) {
        for (int hardware = 0; hardware < HardwareCount() - 1; ++hardware) {
            CostViewState look{.shape = shape, .hardware = hardware};
            look.batch = hardware % 2 == 0 ? 1 : 512;
            const Roofline r = BuildRoofline(ScenarioOf(look, present));
            REQUIRE(r.roof.size() == 3);
            for (const ChartPoint& point : {r.ridge, r.decode, r.prefill, r.roof[0], r.roof[2]}) {
                CHECK(IsInside(point));
            }
            CHECK(r.roof[1].y == Approx(r.roof[2].y));
            for (const ChartPoint& point : {r.decode, r.prefill}) {
                const double slope = (r.ridge.y - r.roof[0].y) / (r.ridge.x - r.roof[0].x);
                const double roof = std::min(r.ridge.y, r.ridge.y + slope * (point.x - r.ridge.x));
                CHECK(point.y == Approx(roof).margin(1e-9));
            }
            CHECK(r.decode.x <= r.prefill.x + 1e-9);
        }
    }
}

// --- Shazeer
// ---------------------------------------------------------------------------------------

TEST_CASE("Shazeer's chart has a curve and points for each kind of attention and MQA below MHA") {
    const ModelShape shape = ShapeNamed("llama3-8b")->shape;
    for (const CostAxis axis : {CostAxis::Batch, CostAxis::Context}) {
        const ShazeerChart chart = BuildShazeer(shape, 64, 2048, axis);
        CHECK(chart.refusal.empty());
        REQUIRE(chart.curves.size() == 3);
        for (const ShazeerCurve& curve : chart.curves) {
            CHECK(std::ranges::all_of(curve.term, IsInside));
            CHECK(std::ranges::all_of(curve.counted, IsInside));
            CHECK(curve.counted.size() >= 6);
        }
        CHECK(chart.curves[0].term_now == Approx(2048.0 / 4096 + 1.0 / 64));
        CHECK(chart.curves[2].term_now == Approx(1.0 / 4096 + 2048.0 / (4096 * 32) + 1.0 / 64));
        CHECK(chart.curves[1].is_derived);
        CHECK(chart.curves[0].counted_now > chart.curves[1].counted_now);
        CHECK(chart.curves[1].counted_now > chart.curves[2].counted_now);
    }
    CHECK(BuildShazeer(ShapeNamed("llama2-7b")->shape, 1, 128, CostAxis::Batch).curves.size() == 2);
}

TEST_CASE("The toy is refused in words and never drawn") {
    CostViewState look{.page = CostPage::Shazeer, .shape = 0};
    PanelBench bench = WideBench(WithCost(AbcState({1, 4}), look));
    CHECK(bench.ui.Has("cost.shazeer.refusal"));
    CHECK_FALSE(bench.ui.Has("cost.shazeer.chart"));
    const ShazeerChart beyond = BuildShazeer(ShapeNamed("gpt2")->shape, 1, 5000, CostAxis::Batch);
    CHECK(beyond.refusal.find("n ≤ d") != std::string::npos);
    CHECK(beyond.curves.empty());
    look.shape = 3;
    bench.state = WithCost(AbcState({1, 4}), look);
    bench.ui.Settle();
    CHECK(bench.ui.Has("cost.shazeer.chart"));
    CHECK(bench.ui.Has("cost.shazeer.MQA"));
}

// --- The view
// --------------------------------------------------------------------------------------

TEST_CASE(
    "Counted and modelled stand side by side where there is room and one at a time where not") {
    PanelBench wide = WideBench(WithCost(DrinksState({1, 28})));
    CHECK(wide.ui.At("cost.counted").max.x < wide.ui.At("cost.modelled").min.x);
    CHECK_FALSE(wide.ui.Has("cost.page.modelled"));
    PanelBench narrow(WithCost(DrinksState({1, 28})),
                      [](const Panel& panel) { DrawCostView(panel, kNarrow); }, {1024, 700});
    CHECK(narrow.ui.Has("cost.counted"));
    CHECK_FALSE(narrow.ui.Has("cost.modelled"));
    narrow.ui.Click("cost.page.modelled");
    const CostViewState* look = LastLook(narrow.commands);
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
                CostViewState look{.page = page, .shape = page == CostPage::Shazeer ? 6 : 0};
                PanelBench bench(WithCost(state, look), [size](const Panel& panel) {
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

// --- Words and scales
// ------------------------------------------------------------------------------

TEST_CASE("Quantities have three digits and a prefix") {
    const NumberFormat point, comma{.decimal_comma = true};
    CHECK(FormatQuantity(4.105e-3, "s", point) == "4.11 ms");
    CHECK(FormatQuantity(1.35e10, "B", comma) == "13,5 GB");
    CHECK(FormatQuantity(989.5e12, "FLOP/s", point) == "990 TFLOP/s");
    CHECK(FormatQuantity(0, "s", point) == "0.00 s");
    CHECK(FormatQuantity(999.9e-6, "s", point) == "1.00 ms");
    CHECK(FormatThreeDigits(295.37, point) == "295");
    CHECK(FormatThreeDigits(0.98765, point) == "0.988");
    CHECK(FormatThreeDigits(25204, point) == "25\u202F200");
}

TEST_CASE("Sliders go through round numbers from one end of their scale to the other") {
    const LogScale scale{.least = 1, .most = 4096};
    CHECK(scale.ShareOf(1) == 0);
    CHECK(scale.ShareOf(4096) == Approx(1));
    CHECK(scale.At(scale.ShareOf(77)) == Approx(77));
    CHECK(RoundCount(0.3) == 1);
    CHECK(RoundCount(7.4) == 7);
    CHECK(RoundCount(42.3) == 42);
    CHECK(RoundCount(1010) == 1024);
    CHECK(RoundCount(5512) == 5500);
    for (double share = 0; share <= 1; share += 0.01) {
        const double number = RoundCount(scale.At(share));
        CHECK(number == std::round(number));
        CHECK(number <= 4096);
    }
}

TEST_CASE("A scale around numbers holds them and its decades are few") {
    const LogScale scale = ScaleAround({0.02, 5, 3e14});
    CHECK(scale.least == Approx(0.01));
    CHECK(scale.most == Approx(1e15));
    for (int most = 2; most < 20; ++most) {
        const std::vector<double> decades = DecadesOf(scale, most);
        CHECK(decades.size() >= 2);
        CHECK(decades.size() <= static_cast<size_t>(most));
    }
    CHECK(ScaleAround({1}).most == Approx(10));
}

}  // namespace decodescope
