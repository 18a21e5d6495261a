#include "app/state/cost_view_state.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace decodescope {
namespace {

ModelShape InRange(ModelShape s) {
    s.layers = std::clamp(s.layers, 1, kMostLayers);
    s.d_model = std::clamp(s.d_model, 1, kMostWidth);
    s.query_heads = std::clamp(s.query_heads, 1, kMostHeads);
    s.kv_heads = std::gcd(s.query_heads, std::clamp(s.kv_heads, 1, kMostHeads));
    s.head_dim = std::clamp(s.head_dim, 1, kMostWidth);
    s.mlp_hidden = std::clamp(s.mlp_hidden, 1, kMostWidth);
    s.vocabulary = std::clamp(s.vocabulary, 1, kMostVocabulary);
    s.context_length = std::max(s.context_length, s.learned_positions ? 1 : 0);
    return s;
}

double InRate(double rate) {
    return std::isfinite(rate) ? std::clamp(rate, kLeastRate, kMostRate) : kLeastRate;
}

Hardware InRange(Hardware h) {
    for (double* rate : {&h.bandwidth, &h.rate_float32, &h.rate_float16, &h.memory})
        *rate = InRate(*rate);
    for (double* rate : {&h.rate_float8, &h.rate_int8}) *rate = *rate > 0 ? InRate(*rate) : 0;
    return h;
}

double Whole(double number, double most) {
    return std::isfinite(number) ? std::clamp(std::round(number), 1.0, most) : 1;
}

}  // namespace

int ShapeCount() { return static_cast<int>(KnownShapes().size()) + 2; }
int HardwareCount() { return static_cast<int>(KnownHardware().size()) + 1; }

std::string ShapeTitle(int shape, const Model& present) {
    if (shape <= 0) return present.name + " (on screen)";
    if (shape == ShapeCount() - 1) return "own";
    return std::string(KnownShapes()[static_cast<size_t>(shape - 1)].title);
}

std::string HardwareTitle(int hardware) {
    if (hardware >= HardwareCount() - 1) return "own";
    return std::string(KnownHardware()[static_cast<size_t>(hardware)].title);
}

ModelShape ShapeOf(const CostViewState& view, const Model& present) {
    if (view.shape <= 0) return ModelShapeOf(present.config);
    if (IsOwnShape(view)) return view.own_shape;
    return KnownShapes()[static_cast<size_t>(view.shape - 1)].shape;
}

Hardware HardwareOf(const CostViewState& view) {
    if (IsOwnHardware(view)) return view.own_hardware;
    return KnownHardware()[static_cast<size_t>(view.hardware)];
}

Scenario ScenarioOf(const CostViewState& view, const Model& present) {
    return {.shape = view.shape <= 0 ? CostShapeOf(present) : CostShapeOf(ShapeOf(view, present)),
            .weights = view.weights,
            .cache = view.cache,
            .hardware = HardwareOf(view),
            .batch = view.batch,
            .context = view.context};
}

CostViewState WithShape(CostViewState view, int shape, const Model& present) {
    if (shape == ShapeCount() - 1) return WithOwnShape(view, ShapeOf(view, present));
    view.shape = shape;
    return view;
}

CostViewState WithHardware(CostViewState view, int hardware) {
    if (hardware == HardwareCount() - 1) {
        view.own_hardware = HardwareOf(view);
        view.own_hardware.source = "your own numbers";
    }
    view.hardware = hardware;
    return view;
}

CostViewState WithOwnShape(CostViewState view, const ModelShape& shape) {
    view.own_shape = shape;
    view.shape = ShapeCount() - 1;
    return view;
}

CostViewState InRange(CostViewState view, const AppState&) {
    view.shape = std::clamp(view.shape, 0, ShapeCount() - 1);
    view.hardware = std::clamp(view.hardware, 0, HardwareCount() - 1);
    view.batch = Whole(view.batch, 1e6);
    view.context = Whole(view.context, 1e8);
    view.own_shape = InRange(view.own_shape);
    view.own_hardware = InRange(view.own_hardware);
    return view;
}

}  // namespace decodescope
