// The charts of the view "Cost" as plain data: points as shares of a chart, 0 to 1, y upwards.
#pragma once

#include <string>
#include <vector>

#include "app/look/log_scale.h"
#include "app/state/cost_view_state.h"
#include "core/cost/shazeer.h"

namespace decodescope {

struct ChartPoint {
    double x = 0, y = 0;
};

// A decode step or a prefill in the roofline, and its two parts.
struct RooflineStep {
    ChartPoint whole, linear, attention;
};

// Operations per second over operations per byte, both logarithmic: the roof, and where the two
// kinds of pass are. Their parts are on the roof, the whole is below it.
struct Roofline {
    LogScale x, y;
    std::vector<ChartPoint> roof;  // left end, ridge, right end
    ChartPoint ridge;
    RooflineStep decode, prefill;
};

Roofline BuildRoofline(const Scenario& scenario);

// What attention reads for each multiply-add, along the batch or the context.
struct ShazeerCurve {
    AttentionKind kind;
    std::vector<ChartPoint> term;          // a curve
    std::vector<ChartPoint> counted;       // points beside it, exactly counted from the shape
    double term_now = 0, counted_now = 0;  // at the chosen batch and context
};

struct ShazeerChart {
    std::string refusal;  // why there is no chart, in words; else empty
    LogScale x, y;
    double now = 0;                    // share of x
    std::vector<ShazeerCurve> curves;  // one per AttentionKindsOf the shape
};

ShazeerChart BuildShazeer(const ModelShape& shape, double batch, double context, CostAxis axis);

}  // namespace decodescope
