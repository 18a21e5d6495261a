#include "core/model/edit_config.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/model/weights.h"

namespace decodescope {
namespace {

// The same model with this configuration, if that is one.
Model WithConfig(const Model& model, const Config& config) {
    Validate(config);
    Model changed = model;
    changed.config = config;
    return changed;
}

// Rows of the KV heads, each `head_dim` high, as the new heads have them: the average over the
// query heads that share one. A vector is a matrix of one column here. What is equal stays as it
// is, to the last bit.
template <class Dense>
Dense Regrouped(const Dense& rows, const Config& from, const Config& to) {
    Dense regrouped(to.kv_width(), rows.cols());
    const int group = to.queries_per_kv_head();
    for (int head = 0; head < to.kv_heads; ++head) {
        const auto of_query = [&](int query) {
            return rows.middleRows(from.KvHeadOf(query) * from.head_dim, from.head_dim);
        };
        const int first = head * group;
        auto into = regrouped.middleRows(head * to.head_dim, to.head_dim);
        into.setZero();
        for (int query = first + 1; query < first + group; ++query) {
            into += of_query(query) - of_query(first);
        }
        into = of_query(first) + into / static_cast<typename Dense::Scalar>(group);
    }
    return regrouped;
}

// The weights and biases of K and V, the same for every layer.
template <class T>
void Regroup(Weights<T>& weights, const Config& from, const Config& to) {
    ForEachParameter(weights, [&]<class Dense>(TensorAt at, Dense& numbers) {
        const TensorInfo& info = InfoOf(at.tensor);
        const bool is_matrix = info.rows == Axis::KvWidth, is_bias = info.columns == Axis::KvWidth;
        if (!is_matrix && (!is_bias || numbers.size() == 0)) return;
        if (numbers.size() == 0) numbers = Dense::Identity(from.kv_width(), from.d_model);
        numbers = Regrouped(Unpacked(numbers), from, to);
    });
}

}  // namespace

std::string ScaleText(const Model& model) {
    if (!model.scale_words.empty()) return model.scale_words;
    const double scale = model.config.attention_scale;
    const int head_dim = model.config.head_dim;
    return scale == InverseSquareRoot(head_dim) ? "1/sqrt(" + std::to_string(head_dim) + ")"
                                                : FormatShortest(scale);
}

Model WithScale(const Model& model, std::string_view words) {
    const double scale = ParseNumber(words);
    RequireFits(scale, model.precision());
    if (!std::isfinite(scale)) {
        throw Error("the attention scale is " + FormatShortest(scale), {},
                    "it must be a finite number");
    }
    Config config = model.config;
    config.attention_scale = scale;
    Model changed = WithConfig(model, config);
    changed.scale_words = words;
    return changed;
}

Model WithNormEps(const Model& model, double eps) {
    if (model.config.norm == NormKind::None) throw Error("this model has no norm");
    RequireFits(eps, model.precision());
    Config config = model.config;
    config.norm_eps = eps;
    return WithConfig(model, config);
}

Model WithRopeTheta(const Model& model, double theta) {
    if (model.config.positions != Positions::Rope) throw Error("this model has no RoPE");
    RequireFits(theta, model.precision());
    Config config = model.config;
    config.rope_theta = theta;
    return WithConfig(model, config);
}

Model WithKvHeads(const Model& model, int kv_heads) {
    Config config = model.config;
    config.kv_heads = kv_heads;
    Model changed = WithConfig(model, config);
    if (kv_heads == model.config.kv_heads) return changed;
    std::visit([&](auto& weights) { Regroup(weights, model.config, config); }, *changed.weights);
    return changed;
}

}  // namespace decodescope
