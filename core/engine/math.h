// The small functions a transformer is made of, on single rows of numbers.
//
// Each result depends on its arguments alone, never on where they stand in memory or what else is
// computed beside them: reductions run in index order, products go through one Eigen kernel.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/model/model.h"

namespace decodescope {

template <class T>
using ConstRow = Eigen::Map<const Vector<T>>;
template <class T>
using MutableRow = Eigen::Map<Vector<T>>;

// y = W x + b, or y = x without a matrix. x: [in], y: [out].
template <class T>
void Apply(const Linear<T>& linear, const T* x, T* y, int in, int out) {
    MutableRow<T> result(y, out);
    if (linear.is_identity()) {
        assert(in == out);
        result = ConstRow<T>(x, in);
        return;
    }
    result.noalias() = linear.weight * ConstRow<T>(x, in);
    if (linear.bias.size() > 0) result += linear.bias;
}

// y = exp(x − max) / Σ exp(x − max), stable for scores of any size; x and y may be the same row.
//
// Not-a-number anywhere makes the whole row not-a-number, and so does +∞ (∞ − ∞). A row of nothing
// but −∞ has nothing to share out: its result is all 0, and it does not sum to 1
// (docs/decisions/0004-softmax-of-nothing.md).
template <class T>
void Softmax(const T* x, T* y, int count) {
    constexpr T kInfinity = std::numeric_limits<T>::infinity();
    T largest = -kInfinity;
    for (int i = 0; i < count; ++i) largest = std::max(largest, x[i]);
    T sum = 0;
    for (int i = 0; i < count; ++i) {
        // x == −∞ is spelled out, because −∞ − (−∞) is not a number.
        y[i] = x[i] == -kInfinity ? T(0) : std::exp(x[i] - largest);
        sum += y[i];
    }
    if (sum == T(0)) return;
    for (int i = 0; i < count; ++i) y[i] /= sum;
}

template <class T>
T Mean(const T* x, int count) {
    T sum = 0;
    for (int i = 0; i < count; ++i) sum += x[i];
    return sum / static_cast<T>(count);
}

// 1 / √(Σ (x − mean)² / count + eps).
template <class T>
T Rstd(const T* x, int count, T mean, T eps) {
    T sum = 0;
    for (int i = 0; i < count; ++i) sum += (x[i] - mean) * (x[i] - mean);
    return T(1) / std::sqrt(sum / static_cast<T>(count) + eps);
}

// x · sigmoid(x), also called swish.
template <class T>
T Silu(T x) {
    return x / (T(1) + std::exp(-x));
}

// x · Φ(x), exact.
template <class T>
T Gelu(T x) {
    return T(0.5) * x * (T(1) + std::erf(x / std::numbers::sqrt2_v<T>));
}

// The approximation that GPT-2 uses: x/2 · (1 + tanh(√(2/π) · (x + 0.044715 x³))).
template <class T>
T GeluTanh(T x) {
    const T inner = T(2) * std::numbers::inv_sqrtpi_v<T> / std::numbers::sqrt2_v<T>;
    return T(0.5) * x * (T(1) + std::tanh(inner * (x + T(0.044715) * x * x * x)));
}

// The two dimensions of a head that RoPE turns as pair `pair`, and by what angle at `position`:
// position · theta^(−2 pair / head_dim) (Su et al., arXiv 2104.09864).
struct RopePair {
    int first;
    int second;
    double angle;  // radians
};

inline RopePair RopePairOf(const Config& config, int pair, int position) {
    const double exponent = -2.0 * pair / config.head_dim;
    const double angle = position * std::pow(config.rope_theta, exponent);
    if (config.rope_pairs == RopePairs::Interleaved) return {2 * pair, 2 * pair + 1, angle};
    return {pair, pair + config.head_dim / 2, angle};
}

}  // namespace decodescope
