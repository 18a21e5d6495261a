#include "tests/support/model_equal.h"

#include <cmath>

#include "core/model/edit_config.h"

namespace decodescope {
namespace {

template <class Dense>
bool Same(const Dense& a, const Dense& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
    for (Eigen::Index i = 0; i < a.size(); ++i) {
        const auto x = a.data()[i];
        const auto y = b.data()[i];
        if (std::isnan(x) && std::isnan(y)) continue;
        if (!(x == y) || std::signbit(x) != std::signbit(y)) return false;
    }
    return true;
}

template <class T>
bool Same(const Linear<T>& a, const Linear<T>& b) {
    return Same(a.weight, b.weight) && Same(a.bias, b.bias);
}

template <class T>
bool Same(const Norm<T>& a, const Norm<T>& b) {
    return Same(a.gain, b.gain) && Same(a.bias, b.bias);
}

template <class T>
bool Same(const LayerWeights<T>& a, const LayerWeights<T>& b) {
    return Same(a.attention_norm, b.attention_norm) && Same(a.query, b.query) &&
           Same(a.key, b.key) && Same(a.value, b.value) &&
           Same(a.attention_output, b.attention_output) && Same(a.mlp_norm, b.mlp_norm) &&
           Same(a.gate, b.gate) && Same(a.up, b.up) && Same(a.down, b.down);
}

template <class T>
bool Same(const Weights<T>& a, const Weights<T>& b) {
    if (a.layers.size() != b.layers.size()) return false;
    for (size_t i = 0; i < a.layers.size(); ++i) {
        if (!Same(a.layers[i], b.layers[i])) return false;
    }
    return Same(a.token_embedding, b.token_embedding) &&
           Same(a.position_embedding, b.position_embedding) && Same(a.final_norm, b.final_norm) &&
           Same(a.output, b.output);
}

}  // namespace

bool SameModel(const Model& a, const Model& b) {
    if (a.name != b.name || a.note != b.note || a.config != b.config) return false;
    if (ScaleText(a) != ScaleText(b)) return false;
    if (a.tokenizer != b.tokenizer || a.example_prompt != b.example_prompt) return false;
    if (a.example_tokens != b.example_tokens || a.precision() != b.precision()) return false;
    return std::visit(
        [&]<class T>(const Weights<T>& weights) {
            return Same(weights, std::get<Weights<T>>(b.weights));
        },
        a.weights);
}

}  // namespace decodescope
