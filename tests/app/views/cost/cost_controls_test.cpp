#include "app/views/cost/cost_controls.h"

#include <algorithm>
#include <cmath>

#include "app/apply/model_commands.h"
#include "core/cost/cost.h"
#include "core/cost/counted_table.h"
#include "core/cost/modelled_table.h"
#include "tests/app/views/cost/cost_bench.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

// What the run cost in one row of the table.
std::int64_t CountOf(const Recording& recording, std::string_view label) {
    const CostTable table =
        BuildCostTable(recording.config(), {{.counts = CountRun(recording, {}).with_cache}});
    return std::ranges::find(table.rows, label, &CostRow::label)->numbers.front();
}

}  // namespace

TEST_CASE("The number of KV heads is one control and the cache and the cost follow it") {
    AppState state = WithCost(DrinksState({1, 28}));
    const CacheSize before = CacheSizeAt(*state.recording, state.ui.playhead);
    const std::shared_ptr<const Recording> recording_before = state.recording;
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
    for (const char* label : {"K and V written", "Q, K, V projections"}) {
        INFO(label);
        CHECK(CountOf(*state.recording, label) <= CountOf(*recording_before, label));
    }
}

TEST_CASE("A model of one query head has no choice of KV heads") {
    PanelBench bench = WideBench(WithCost(AbcState({1, 4})));
    CHECK_FALSE(bench.ui.Has("cost.kv_heads"));
    CHECK(bench.ui.Has("cost.row.multiply-adds"));
    CHECK(bench.ui.Has("cost.formulas"));
}

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
    const CostViewState* look = LastChange(bench.commands);
    REQUIRE(look != nullptr);
    CHECK(look->batch > 1);
    CHECK(look->batch == std::round(look->batch));
    Execute(bench.state, SetViewState{*look});
    CHECK(bench.state.recording == before);
    CHECK(bench.state.history.undo_count() == 0);
}

TEST_CASE("The bars of a step are as long as its times and its parts follow each other") {
    CostViewState view;
    view.batch = 64;
    view.context = 4096;
    PanelBench bench = WideBench(WithCost(DrinksState({1, 28}), view));
    const StepTime step = DecodeStepTime(ScenarioOf(view, *bench.state.document.recipe.model));
    const Hotspot weights = bench.ui.At("cost.bar.weights"), cache = bench.ui.At("cost.bar.cache"),
                  products = bench.ui.At("cost.bar.arithmetic"),
                  attention = bench.ui.At("cost.bar.attention");
    const auto width = [](const Hotspot& spot) {
        return static_cast<double>(spot.max.x - spot.min.x);
    };
    const auto is_to_scale = [&](const Hotspot& bar, double seconds) {
        return width(bar) / width(weights) == Approx(seconds / step.linear.reading).epsilon(2e-2);
    };
    CHECK(is_to_scale(cache, step.attention.reading));
    CHECK(is_to_scale(products, step.linear.arithmetic));
    CHECK(is_to_scale(attention, step.attention.arithmetic));
    CHECK(weights.max.x == cache.min.x);  // the linear layers wait for their weights
    CHECK(weights.min.x == products.min.x);
    CHECK(cache.min.x == attention.min.x);
}

TEST_CASE("What does not fit the memory or the model's context is said beside the time") {
    CostViewState view;
    CHECK_FALSE(WideBench(WithCost(DrinksState({1, 28}), view)).ui.Has("cost.reservation"));
    view.context = 4097;  // LLaMA 2: 4096
    CHECK(WideBench(WithCost(DrinksState({1, 28}), view)).ui.Has("cost.reservation"));
    view.context = 1024;
    view.batch = 200;  // 123 fit
    CHECK(WideBench(WithCost(DrinksState({1, 28}), view)).ui.Has("cost.reservation"));
}

TEST_CASE("Every modelled number is a hotspot that explains itself") {
    PanelBench bench = WideBench(WithCost(DrinksState({1, 28})));
    const Scenario scenario = ScenarioOf(bench.state.ui.cost, *bench.state.document.recipe.model);
    for (const ModelledRow& row : DecodeRows(scenario)) {
        INFO(row.key);
        CHECK(bench.ui.Has("cost.number." + std::string(row.key)));
    }
    for (const char* name : {"cost.roofline.decode", "cost.roofline.decode.linear",
                             "cost.roofline.decode.attention", "cost.roofline.prefill"}) {
        CHECK(bench.ui.Has(name));
    }
}

TEST_CASE("A custom shape begins as the shape shown before, and its sizes can be changed") {
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
    const CostViewState* look = LastChange(bench.commands);
    REQUIRE(look != nullptr);
    CHECK(look->own_shape.layers > 32);
}

TEST_CASE("Numbers typed out of range are brought into it") {
    AppState state = AbcState();
    CostViewState view;
    view.batch = -3;
    view.context = std::nan("");
    view.shape = 99;
    view.own_shape.query_heads = 6;
    view.own_shape.kv_heads = 4;
    view.own_hardware.bandwidth = -1;
    Execute(state, SetViewState{view});
    CHECK(state.ui.cost.batch == 1);
    CHECK(state.ui.cost.context == 1);
    CHECK(IsOwnShape(state.ui.cost));
    CHECK(state.ui.cost.own_shape.kv_heads == 2);
    CHECK(state.ui.cost.own_hardware.bandwidth > 0);
}

}  // namespace decodescope
