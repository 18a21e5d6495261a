#include "app/views/cost/cost_view_data.h"

#include <algorithm>
#include <cmath>

#include "tests/app/views/cost/cost_bench.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

bool IsInside(const ChartPoint& point) {
    return point.x >= -1e-9 && point.x <= 1 + 1e-9 && point.y >= -1e-9 && point.y <= 1 + 1e-9;
}

}  // namespace

TEST_CASE(
    "The roofline's points are on the roof and inside the chart for every shape and hardware") {
    const ModelPtr model = DrinksState().document.recipe.model;  // kept
    const Model& present = *model;
    for (int shape = 0; shape < ShapeCount() - 1; ++shape) {
        for (int hardware = 0; hardware < HardwareCount() - 1; ++hardware) {
            CostViewState view{.shape = shape, .hardware = hardware};
            view.batch = hardware % 2 == 0 ? 1 : 512;
            const Roofline r = BuildRoofline(ScenarioOf(view, present));
            REQUIRE(r.roof.size() == 3);
            for (const ChartPoint& point : {r.ridge, r.roof[0], r.roof[2]}) CHECK(IsInside(point));
            CHECK(r.roof[1].y == Approx(r.roof[2].y));
            const auto roof_at = [&](double x) {
                const double slope = (r.ridge.y - r.roof[0].y) / (r.ridge.x - r.roof[0].x);
                return std::min(r.ridge.y, r.ridge.y + slope * (x - r.ridge.x));
            };
            for (const RooflineStep& step : {r.decode, r.prefill}) {
                for (const ChartPoint& part : {step.linear, step.attention}) {
                    CHECK(IsInside(part));
                    CHECK(part.y == Approx(roof_at(part.x)).margin(1e-9));
                }
                CHECK(IsInside(step.whole));
                CHECK(step.whole.y <= roof_at(step.whole.x) + 1e-9);
                CHECK(step.whole.x <= std::max(step.linear.x, step.attention.x) + 1e-9);
                CHECK(step.whole.x >= std::min(step.linear.x, step.attention.x) - 1e-9);
            }
            CHECK(r.decode.whole.x <= r.prefill.whole.x + 1e-9);
        }
    }
}

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
        CHECK(chart.curves[1].kind.is_derived);
        CHECK(chart.curves[0].counted_now > chart.curves[1].counted_now);
        CHECK(chart.curves[1].counted_now > chart.curves[2].counted_now);
    }
    CHECK(BuildShazeer(ShapeNamed("llama2-7b")->shape, 1, 128, CostAxis::Batch).curves.size() == 2);
}

TEST_CASE("The toy is refused in words and never drawn") {
    CostViewState view{.page = CostPage::Shazeer, .shape = 0};
    PanelBench bench = WideBench(WithCost(AbcState({1, 4}), view));
    CHECK(bench.ui.Has("cost.shazeer.refusal"));
    CHECK_FALSE(bench.ui.Has("cost.shazeer.chart"));
    for (const CostAxis axis : {CostAxis::Batch, CostAxis::Context}) {
        const ShazeerChart beyond = BuildShazeer(ShapeNamed("gpt2")->shape, 1, 5000, axis);
        CHECK(beyond.refusal.find("n ≤ d") != std::string::npos);
        CHECK(beyond.curves.empty());
    }
    view.shape = 3;
    bench.state = WithCost(AbcState({1, 4}), view);
    bench.ui.Settle();
    CHECK(bench.ui.Has("cost.shazeer.chart"));
    CHECK(bench.ui.Has("cost.shazeer.MQA"));
}

}  // namespace decodescope
