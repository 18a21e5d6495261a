#include "tests/support/model_equal.h"

#include <cmath>

#include "core/model/edit_config.h"
#include "core/model/weights.h"

namespace decodescope {
namespace {

template <class Dense>
bool Same(const Dense& a, const Dense& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
    for (Eigen::Index row = 0; row < a.rows(); ++row) {
        for (Eigen::Index column = 0; column < a.cols(); ++column) {
            const auto x = a(row, column), y = b(row, column);
            if (std::isnan(x) && std::isnan(y)) continue;
            if (!(x == y) || std::signbit(x) != std::signbit(y)) return false;
        }
    }
    return true;
}

template <class T>
bool Same(const Weights<T>& a, const Weights<T>& b) {
    if (a.layers.size() != b.layers.size()) return false;
    bool is_same = true;
    ForEachParameter(a, b, [&](TensorAt, const auto& one, const auto& other) {
        is_same = is_same && Same(one, other);
    });
    return is_same;
}

}  // namespace

bool SameModel(const Model& a, const Model& b) {
    if (a.name != b.name || a.note != b.note || a.config != b.config) return false;
    if (ScaleText(a) != ScaleText(b)) return false;
    if (a.tokenizer != b.tokenizer || a.example_prompt != b.example_prompt) return false;
    if (a.example_tokens != b.example_tokens || a.precision() != b.precision()) return false;
    return std::visit(
        [&]<class T>(const Weights<T>& weights) {
            return Same(weights, std::get<Weights<T>>(*b.weights));
        },
        *a.weights);
}

}  // namespace decodescope
