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

double TermOf(const ShazeerCurve& curve, const ModelShape& shape, const AttentionCase& c) {
    if (curve.kv_heads == shape.query_heads) return ShazeerMultiHead(c);
    return curve.kv_heads == 1 ? ShazeerMultiQuery(c) : GroupedQueryTerm(c, curve.kv_heads);
}

double CountedOf(const ShazeerCurve& curve, const ModelShape& shape, const AttentionCase& c) {
    return AttentionReadsPerMultiplyAdd(shape, curve.kv_heads, std::llround(c.n),
                                        std::llround(c.b));
}

std::vector<ShazeerCurve> CurvesOf(const ModelShape& shape) {
    std::vector<ShazeerCurve> curves{
        {.name = "MHA", .formula = "n/d + 1/b", .kv_heads = shape.query_heads}};
    if (shape.query_heads == 1) return curves;  // one head: all three are the same
    if (shape.kv_heads > 1 && shape.kv_heads < shape.query_heads) {
        curves.push_back({.name = "GQA",
                          .formula = "1/d + g·n/(d·h) + 1/b",
                          .kv_heads = shape.kv_heads,
                          .is_derived = true});
    }
    curves.push_back({.name = "MQA", .formula = "1/d + n/(d·h) + 1/b", .kv_heads = 1});
    return curves;
}

}  // namespace

Roofline BuildRoofline(const Scenario& scenario) {
    const RooflinePoint decode = DecodePoint(scenario), prefill = PrefillPoint(scenario);
    const double ridge = RidgeOf(scenario), top = ridge * scenario.hardware.bandwidth;
    Roofline r;
    r.x = ScaleAround({decode.intensity / kRoofRoom, prefill.intensity * kRoofRoom,
                       ridge / kRoofRoom, ridge * kRoofRoom});
    r.y = ScaleAround({decode.rate / kRoofRoom, prefill.rate, top * kRoofRoom});
    const auto at = [&](double intensity, double rate) {
        return ChartPoint{r.x.ShareOf(intensity), r.y.ShareOf(rate)};
    };
    // The slope is cut where it enters the chart.
    const double from = std::max(r.x.least, r.y.least / scenario.hardware.bandwidth);
    r.ridge = at(ridge, top);
    r.roof = {at(from, from * scenario.hardware.bandwidth), r.ridge, at(r.x.most, top)};
    r.decode = at(decode.intensity, decode.rate);
    r.prefill = at(prefill.intensity, prefill.rate);
    return r;
}

ShazeerChart BuildShazeer(const ModelShape& shape, double batch, double context, CostAxis axis) {
    ShazeerChart chart;
    const bool is_batch = axis == CostAxis::Batch;
    chart.refusal =
        ShazeerRefusal(shape, is_batch ? context : std::min<double>(context, shape.d_model));
    if (!chart.refusal.empty()) return chart;
    chart.x = {.least = 1, .most = is_batch ? kLargestBatch : static_cast<double>(shape.d_model)};
    const double now = std::clamp(is_batch ? batch : context, chart.x.least, chart.x.most);
    chart.now = chart.x.ShareOf(now);
    chart.curves = CurvesOf(shape);

    std::vector<double> all;
    const auto case_at = [&](double at) { return CaseAt(shape, batch, context, axis, at); };
    for (ShazeerCurve& curve : chart.curves) {
        for (int i = 0; i <= kCurveSteps; ++i) {
            const double share = static_cast<double>(i) / kCurveSteps;
            curve.term.push_back({share, TermOf(curve, shape, case_at(chart.x.At(share)))});
            all.push_back(curve.term.back().y);
        }
        for (double at = chart.x.least; at <= chart.x.most; at *= 4) {
            curve.counted.push_back({chart.x.ShareOf(at), CountedOf(curve, shape, case_at(at))});
            all.push_back(curve.counted.back().y);
        }
        curve.term_now = TermOf(curve, shape, case_at(now));
        curve.counted_now = CountedOf(curve, shape, case_at(now));
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
