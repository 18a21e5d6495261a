#include "app/views/cost/cost_view_data.h"

#include <algorithm>
#include <cmath>

namespace decodescope {
namespace {

constexpr int kCurveSteps = 96;
constexpr double kRoofRoom = 4;  // of the axes beyond what is shown, as a factor

// --- Shazeer -------------------------------------------------------------------------------------

// The case at a place along the axis.
AttentionCase CaseAt(const ModelShape& shape, double batch, double context, CostAxis axis,
                     double at) {
    return {.n = axis == CostAxis::Context ? at : context,
            .d = static_cast<double>(shape.d_model),
            .h = static_cast<double>(shape.query_heads),
            .b = axis == CostAxis::Batch ? at : batch};
}

double CountedOf(const AttentionKind& kind, const ModelShape& shape, const AttentionCase& c) {
    return AttentionReadsPerMultiplyAdd(shape, kind.kv_heads, std::llround(c.n), std::llround(c.b));
}

}  // namespace

Roofline BuildRoofline(const Scenario& scenario) {
    const StepTime decode = DecodeStepTime(scenario), prefill = PrefillTime(scenario);
    const double ridge = RidgeOf(scenario), top = ridge * scenario.hardware.bandwidth;
    std::vector<double> intensities{ridge / kRoofRoom, ridge * kRoofRoom}, rates{top * kRoofRoom};
    for (const StepTime* step : {&decode, &prefill}) {
        for (const RooflinePoint& point :
             {PointOf(scenario, *step), PointOf(scenario, step->linear),
              PointOf(scenario, step->attention)}) {
            intensities.push_back(point.intensity / kRoofRoom);
            intensities.push_back(point.intensity * kRoofRoom);
            rates.push_back(point.rate / kRoofRoom);
        }
    }
    Roofline r;
    r.x = ScaleAround(intensities);
    r.y = ScaleAround(rates);
    const auto at = [&](double intensity, double rate) {
        return ChartPoint{r.x.ShareOf(intensity), r.y.ShareOf(rate)};
    };
    const auto place = [&](const auto& time) {
        const RooflinePoint point = PointOf(scenario, time);
        return at(point.intensity, point.rate);
    };
    const auto step_at = [&](const StepTime& step) {
        return RooflineStep{place(step), place(step.linear), place(step.attention)};
    };
    // The slope is cut where it enters the chart.
    const double from = std::max(r.x.least, r.y.least / scenario.hardware.bandwidth);
    r.ridge = at(ridge, top);
    r.roof = {at(from, from * scenario.hardware.bandwidth), r.ridge, at(r.x.most, top)};
    r.decode = step_at(decode);
    r.prefill = step_at(prefill);
    return r;
}

ShazeerChart BuildShazeer(const ModelShape& shape, double batch, double context, CostAxis axis) {
    ShazeerChart chart;
    const bool is_batch = axis == CostAxis::Batch;
    chart.refusal = ShazeerRefusal(shape, context);
    if (!chart.refusal.empty()) return chart;
    chart.x = {.least = 1, .most = is_batch ? kLargestBatch : static_cast<double>(shape.d_model)};
    const double now = std::clamp(is_batch ? batch : context, chart.x.least, chart.x.most);
    chart.now = chart.x.ShareOf(now);
    for (const AttentionKind& kind : AttentionKindsOf(shape)) chart.curves.push_back({kind});

    std::vector<double> all;
    const auto case_at = [&](double at) { return CaseAt(shape, batch, context, axis, at); };
    for (ShazeerCurve& curve : chart.curves) {
        for (int i = 0; i <= kCurveSteps; ++i) {
            const double share = static_cast<double>(i) / kCurveSteps;
            curve.term.push_back({share, curve.kind.TermOf(case_at(chart.x.At(share)))});
            all.push_back(curve.term.back().y);
        }
        for (double at = chart.x.least; at <= chart.x.most; at *= 4) {
            curve.counted.push_back(
                {chart.x.ShareOf(at), CountedOf(curve.kind, shape, case_at(at))});
            all.push_back(curve.counted.back().y);
        }
        curve.term_now = curve.kind.TermOf(case_at(now));
        curve.counted_now = CountedOf(curve.kind, shape, case_at(now));
    }
    chart.y = ScaleAround(all);
    for (ShazeerCurve& curve : chart.curves) {
        for (std::vector<ChartPoint>* points : {&curve.term, &curve.counted}) {
            for (ChartPoint& point : *points) point.y = chart.y.ShareOf(point.y);
        }
    }
    return chart;
}

}  // namespace decodescope
