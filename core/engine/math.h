// The small functions a transformer is made of, on single rows of numbers.
//
// Each result depends on its arguments alone, never on where they are in memory, what else is
// computed beside them, or which machine does it: reductions run in index order, and functions that
// a C library would round in its own way are our own
// (docs/decisions/0037-the-same-bits-everywhere.md).
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <vector>

#include "core/kernel/elementary.h"
#include "core/kernel/multiply.h"
#include "core/model/weights.h"

namespace decodescope {

template <class T>
using ConstRow = Eigen::Map<const Vector<T>>;
template <class T>
using MutableRow = Eigen::Map<Vector<T>>;

// y = W x + b, or y = x where W is empty. W: [out, in], x: [in], b and y: [out]; b may be empty.
template <class T>
void MatVec(const PackedMatrix<T>& matrix, const Vector<T>& bias, const T* x, T* y, int in,
            [[maybe_unused]] int out) {
    if (matrix.size() == 0) {
        assert(in == out);
        std::copy(x, x + in, y);
        return;
    }
    Threads alone(1);
    const Projection<T> projection{&matrix, &bias, {&y, 1}};
    MultiplyRows<T>(alone, {&x, 1}, {&projection, 1});
}

// y = exp(x − max) / Σ exp(x − max) of each row, stable for scores of any size. x and y: [rows],
// each [count]; they may be the same rows.
//
// Not-a-number anywhere makes the whole row not-a-number, and so does +∞ (∞ − ∞). Softmax of
// nothing but −∞ is all 0 and does not sum to 1 (docs/decisions/0004-softmax-of-nothing.md).
template <class T>
void Softmax(std::span<const T* const> x, std::span<T* const> y, int count) {
    BestKernels<T>().softmax({x.data(), y.data(), static_cast<int>(x.size()), count});
}
template <class T>
void Softmax(const T* x, T* y, int count) {
    Softmax<T>(std::span(&x, 1), std::span(&y, 1), count);
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
    const T one = 1;
    BestKernels<T>().swiglu(&x, &one, &x, 1);
    return x;
}

// The approximation that GPT-2 uses: x/2 · (1 + tanh(√(2/π) · (x + 0.044715 x³))).
template <class T>
T GeluTanh(T x) {
    BestKernels<T>().gelu_tanh(&x, &x, 1);
    return x;
}

// x · Φ(x), exact (Hendrycks and Gimpel, arXiv 1606.08415).
template <class T>
T Gelu(T x) {
    return x * static_cast<T>(NormalCdf(static_cast<double>(x)));
}

// The MLP between its matrices: silu(gate) · up, or one of the GELUs of up. gate (SwiGLU only), up,
// y: [mlp_hidden]; y may be one of the two.
template <class T>
void Activate(const Config& config, const T* gate, const T* up, T* y) {
    const int count = config.mlp_hidden;
    switch (config.mlp) {
        case MlpKind::SwiGlu: return BestKernels<T>().swiglu(gate, up, y, count);
        case MlpKind::GeluTanh: return BestKernels<T>().gelu_tanh(up, y, count);
        case MlpKind::Gelu: std::transform(up, up + count, y, Gelu<T>); return;
        case MlpKind::None: assert(!"no MLP, nothing to activate"); return;
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

// theta^(−2 pair / head_dim) of each pair: [head_dim / 2].
using RopeFrequencies = std::vector<double>;

inline double RopeFrequency(const Config& config, int pair) {
    return Power(config.rope_theta, -2.0 * pair / config.head_dim);
}

inline RopeFrequencies RopeFrequenciesOf(const Config& config) {
    RopeFrequencies frequencies;
    for (int pair = 0; pair < config.head_dim / 2; ++pair) {
        frequencies.push_back(RopeFrequency(config, pair));
    }
    return frequencies;
}

inline RopePair RopePairOf(const Config& config, double frequency, int pair, int position) {
    double angle = position * frequency;
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
std::vector<Rotation<T>> RotationsAt(const Config& config, const RopeFrequencies& frequencies,
                                     int position) {
    std::vector<Rotation<T>> rotations;
    rotations.reserve(frequencies.size());
    for (int pair = 0; pair < config.head_dim / 2; ++pair) {
        const double frequency = frequencies[static_cast<size_t>(pair)];
        const RopePair rope = RopePairOf(config, frequency, pair, position);
        const SineAndCosine of = SineAndCosineOf(rope.angle);
        rotations.push_back(
            {rope.first, rope.second, static_cast<T>(of.cosine), static_cast<T>(of.sine)});
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
