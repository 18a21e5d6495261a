#include "app/state/cost_view_state.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace decodescope {
namespace {

constexpr int kMostLayers = 1000, kMostWidth = 1 << 18, kMostHeads = 4096,
              kMostVocabulary = 1 << 24;
constexpr double kLeastRate = 1e6, kMostRate = 1e20;

ModelShape InRange(ModelShape s) {
    s.layers = std::clamp(s.layers, 1, kMostLayers);
    s.d_model = std::clamp(s.d_model, 1, kMostWidth);
    s.query_heads = std::clamp(s.query_heads, 1, kMostHeads);
    s.kv_heads = std::gcd(s.query_heads, std::clamp(s.kv_heads, 1, kMostHeads));
    s.head_dim = std::clamp(s.head_dim, 1, kMostWidth);
    s.mlp_hidden = std::clamp(s.mlp_hidden, 1, kMostWidth);
    s.vocabulary = std::clamp(s.vocabulary, 1, kMostVocabulary);
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

ModelShape ShapeOf(const CostViewState& look, const Model& present) {
    if (look.shape <= 0) return ModelShapeOf(present.config);
    if (IsOwnShape(look)) return look.own_shape;
    return KnownShapes()[static_cast<size_t>(look.shape - 1)].shape;
}

Hardware HardwareOf(const CostViewState& look) {
    if (IsOwnHardware(look)) return look.own_hardware;
    return KnownHardware()[static_cast<size_t>(look.hardware)];
}

Scenario ScenarioOf(const CostViewState& look, const Model& present) {
    return {.shape = look.shape <= 0 ? CostShapeOf(present) : CostShapeOf(ShapeOf(look, present)),
            .weights = look.weights,
            .cache = look.cache,
            .hardware = HardwareOf(look),
            .batch = look.batch,
            .context = look.context};
}

CostViewState WithShape(CostViewState look, int shape, const Model& present) {
    if (shape == ShapeCount() - 1) return WithOwnShape(look, ShapeOf(look, present));
    look.shape = shape;
    return look;
}

CostViewState WithHardware(CostViewState look, int hardware) {
    if (hardware == HardwareCount() - 1) {
        look.own_hardware = HardwareOf(look);
        look.own_hardware.source = "your own numbers";
    }
    look.hardware = hardware;
    return look;
}

CostViewState WithOwnShape(CostViewState look, const ModelShape& shape) {
    look.own_shape = shape;
    look.shape = ShapeCount() - 1;
    return look;
}

CostViewState InRange(CostViewState look) {
    look.shape = std::clamp(look.shape, 0, ShapeCount() - 1);
    look.hardware = std::clamp(look.hardware, 0, HardwareCount() - 1);
    look.batch = Whole(look.batch, 1e6);
    look.context = Whole(look.context, 1e8);
    look.own_shape = InRange(look.own_shape);
    look.own_hardware = InRange(look.own_hardware);
    return look;
}

}  // namespace decodescope
