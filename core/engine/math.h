// The small functions a transformer is made of, on single rows of numbers.
//
// Each result depends on its arguments alone, never on where they are in memory or what else is
// computed beside them: reductions run in index order, products go through one Eigen kernel
// (docs/decisions/0003-batch-invariant-kernels.md).
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/model/weights.h"

namespace decodescope {

template <class T>
using ConstRow = Eigen::Map<const Vector<T>>;
template <class T>
using MutableRow = Eigen::Map<Vector<T>>;

// y = W x + b, or y = x where W is empty. W: [out, in], x: [in], b and y: [out]; b may be empty.
template <class T>
void MatVec(const Matrix<T>& matrix, const Vector<T>& bias, const T* x, T* y, int in, int out) {
    MutableRow<T> result(y, out);
    if (matrix.size() == 0) {
        assert(in == out);
        result = ConstRow<T>(x, in);
        return;
    }
    result.noalias() = matrix * ConstRow<T>(x, in);
    if (bias.size() > 0) result += bias;
}

// y = exp(x − max) / Σ exp(x − max), stable for scores of any size. x and y: [count]; they may be
// the same row.
//
// Not-a-number anywhere makes the whole row not-a-number, and so does +∞ (∞ − ∞). Softmax of
// nothing but −∞ is all 0 and does not sum to 1 (docs/decisions/0004-softmax-of-nothing.md).
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

// What a norm found out about a row. RMSNorm takes no mean away: it is 0 there.
template <class T>
struct NormStatistics {
    T mean;
    T rstd;  // 1 / √(mean square + eps), of x without its mean
};

// y = (x − mean) · rstd · gain + bias. x, y: as many numbers as the norm has gains.
// LayerNorm: Ba et al., arXiv 1607.06450; RMSNorm: Zhang and Sennrich, arXiv 1910.07467.
template <class T>
NormStatistics<T> Normalize(const Config& config, const Norm<T>& norm, const T* x, T* y) {
    const auto d = static_cast<int>(norm.gain.size());
    const T mean = config.norm == NormKind::LayerNorm ? Mean(x, d) : T(0);
    const T rstd = Rstd(x, d, mean, static_cast<T>(config.norm_eps));
    for (int i = 0; i < d; ++i) {
        y[i] = (x[i] - mean) * rstd * norm.gain[i];
        if (norm.bias.size() > 0) y[i] += norm.bias[i];
    }
    return {mean, rstd};
}

// x · sigmoid(x), also called swish (Elfwing et al., arXiv 1702.03118).
template <class T>
T Silu(T x) {
    return x / (T(1) + std::exp(-x));
}

// x · Φ(x), exact (Hendrycks and Gimpel, arXiv 1606.08415).
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

// The MLP between its matrices. gate (SwiGLU only), up, y: [mlp_hidden]; y may be one of the two.
template <class T>
void Activate(const Config& config, const T* gate, const T* up, T* y) {
    for (int i = 0; i < config.mlp_hidden; ++i) {
        switch (config.mlp) {
            case MlpKind::SwiGlu: y[i] = Silu(gate[i]) * up[i]; break;
            case MlpKind::Gelu: y[i] = Gelu(up[i]); break;
            case MlpKind::GeluTanh: y[i] = GeluTanh(up[i]); break;
            case MlpKind::None: assert(!"no MLP, nothing to activate"); break;
        }
    }
}

// The two dimensions of a head that RoPE rotates as pair `pair`, and by what angle at `position`:
// position · theta^(−2 pair / head_dim) (Su et al., arXiv 2104.09864), divided by the pair's factor
// where the model has them (Llama 3).
struct RopePair {
    int first;
    int second;
    double angle;  // radians
};

inline RopePair RopePairOf(const Config& config, int pair, int position) {
    const double exponent = -2.0 * pair / config.head_dim;
    double angle = position * std::pow(config.rope_theta, exponent);
    if (!config.rope_factors.empty()) angle /= config.rope_factors[static_cast<size_t>(pair)];
    if (config.rope_pairs == RopePairs::Interleaved) return {2 * pair, 2 * pair + 1, angle};
    return {pair, pair + config.head_dim / 2, angle};
}

// How RoPE rotates a pair at one position, in every head alike.
template <class T>
struct Rotation {
    int first, second;
    T cosine, sine;
};

// [head_dim / 2]
template <class T>
std::vector<Rotation<T>> RotationsAt(const Config& config, int position) {
    std::vector<Rotation<T>> rotations;
    for (int pair = 0; pair < config.head_dim / 2; ++pair) {
        const RopePair rope = RopePairOf(config, pair, position);
        rotations.push_back({rope.first, rope.second, static_cast<T>(std::cos(rope.angle)),
                             static_cast<T>(std::sin(rope.angle))});
    }
    return rotations;
}

// Rotates each pair (a, b) of each head to (a cos − b sin, a sin + b cos). x, y: [heads ·
// head_dim].
template <class T>
void Rotate(const std::vector<Rotation<T>>& rotations, int heads, const T* x, T* y) {
    const size_t head_dim = 2 * rotations.size();
    for (int head = 0; head < heads; ++head, x += head_dim, y += head_dim) {
        for (const Rotation<T>& pair : rotations) {
            const T a = x[pair.first], b = x[pair.second];
            y[pair.first] = a * pair.cosine - b * pair.sine;
            y[pair.second] = a * pair.sine + b * pair.cosine;
        }
    }
}

}  // namespace decodescope
