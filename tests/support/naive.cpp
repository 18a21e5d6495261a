#include "tests/support/naive.h"

#include <algorithm>
#include <cmath>

namespace decodescope::naive {
namespace {

Row Times(const Linear<double>& linear, const Row& x) {
    if (linear.is_identity()) return x;
    Row y;
    for (int out = 0; out < linear.weight.rows(); ++out) {
        double sum = linear.bias.size() > 0 ? linear.bias[out] : 0.0;
        for (int in = 0; in < linear.weight.cols(); ++in) {
            sum += linear.weight(out, in) * x[static_cast<size_t>(in)];
        }
        y.push_back(sum);
    }
    return y;
}

Row Plus(Row a, const Row& b) {
    for (size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
}

Row Normed(const Config& config, const Norm<double>& norm, const Row& x) {
    if (config.norm == NormKind::None) return x;
    const auto d = static_cast<double>(x.size());
    double mean = 0.0;
    if (config.norm == NormKind::LayerNorm) {
        for (const double number : x) mean += number / d;
    }
    double variance = 0.0;
    for (const double number : x) variance += (number - mean) * (number - mean) / d;
    Row y;
    for (size_t i = 0; i < x.size(); ++i) {
        const auto column = static_cast<Eigen::Index>(i);
        const double bias = norm.bias.size() > 0 ? norm.bias[column] : 0.0;
        y.push_back((x[i] - mean) / std::sqrt(variance + config.norm_eps) * norm.gain[column] +
                    bias);
    }
    return y;
}

// The head's part of a row, rotated by RoPE where the model has it.
Row HeadOf(const Config& config, const Row& row, int head, int position, bool is_turned) {
    const auto size = static_cast<size_t>(config.head_dim);
    const auto begin = row.begin() + static_cast<std::ptrdiff_t>(size) * head;
    const Row x(begin, begin + static_cast<std::ptrdiff_t>(size));
    if (!is_turned || config.positions != Positions::Rope) return x;
    Row y(size);
    for (size_t pair = 0; pair < size / 2; ++pair) {
        const bool interleaved = config.rope_pairs == RopePairs::Interleaved;
        const size_t a = interleaved ? 2 * pair : pair;
        const size_t b = interleaved ? 2 * pair + 1 : pair + size / 2;
        const double angle =
            position / std::pow(config.rope_theta,
                                2.0 * static_cast<double>(pair) / static_cast<double>(size));
        y[a] = x[a] * std::cos(angle) - x[b] * std::sin(angle);
        y[b] = x[b] * std::cos(angle) + x[a] * std::sin(angle);
    }
    return y;
}

double Dot(const Row& a, const Row& b) {
    double sum = 0.0;
    for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

Row Softmax(const Row& scores) {
    double largest = scores[0], sum = 0.0;
    for (const double score : scores) largest = std::max(largest, score);
    Row weights;
    for (const double score : scores) weights.push_back(std::exp(score - largest));
    for (const double weight : weights) sum += weight;
    for (double& weight : weights) weight /= sum;
    return weights;
}

// Attention of one layer over all positions; fills the layer's part of the result.
Rows Attention(const Config& config, const LayerWeights<double>& weights, const Rows& inputs,
               size_t layer, Result& result) {
    Rows joined(inputs.size());
    for (int head = 0; head < config.query_heads; ++head) {
        const int kv_head = head * config.kv_heads / config.query_heads;
        Rows all_scores, all_weights, outputs;
        for (size_t p = 0; p < inputs.size(); ++p) {
            const auto position = static_cast<int>(p);
            const Row q = HeadOf(config, Times(weights.query, inputs[p]), head, position, true);
            Row scores, output(static_cast<size_t>(config.head_dim), 0.0);
            for (int j = 0; j <= position; ++j) {
                const Row& input = inputs[static_cast<size_t>(j)];
                const Row k = HeadOf(config, Times(weights.key, input), kv_head, j, true);
                scores.push_back(Dot(q, k) * config.attention_scale);
            }
            const Row shares = Softmax(scores);
            for (int j = 0; j <= position; ++j) {
                const Row& input = inputs[static_cast<size_t>(j)];
                const Row v = HeadOf(config, Times(weights.value, input), kv_head, j, false);
                for (size_t i = 0; i < v.size(); ++i) {
                    output[i] += shares[static_cast<size_t>(j)] * v[i];
                }
            }
            joined[p].insert(joined[p].end(), output.begin(), output.end());
            all_scores.push_back(scores);
            all_weights.push_back(shares);
            outputs.push_back(output);
        }
        result.scores[layer].push_back(all_scores);
        result.weights[layer].push_back(all_weights);
        result.head_outputs[layer].push_back(outputs);
    }
    return joined;
}

Row Mlp(const Config& config, const LayerWeights<double>& weights, const Row& x) {
    Row hidden = Times(weights.up, x);
    const Row gate = config.mlp == MlpKind::SwiGlu ? Times(weights.gate, x) : Row(hidden.size());
    for (size_t i = 0; i < hidden.size(); ++i) {
        const double u = hidden[i];
        if (config.mlp == MlpKind::SwiGlu) hidden[i] = gate[i] / (1.0 + std::exp(-gate[i])) * u;
        if (config.mlp == MlpKind::Gelu) hidden[i] = 0.5 * u * std::erfc(-u / std::sqrt(2.0));
        if (config.mlp == MlpKind::GeluTanh) {
            const double inner = std::sqrt(2.0 / std::acos(-1.0)) * (u + 0.044715 * u * u * u);
            hidden[i] = 0.5 * u * (1.0 + std::tanh(inner));
        }
    }
    return Times(weights.down, hidden);
}

}  // namespace

Result Run(const Model& model, std::span<const TokenId> tokens) {
    const Config& config = model.config;
    const auto& weights = std::get<Weights<double>>(model.weights);
    Result result;
    const auto layers = static_cast<size_t>(config.layers);
    result.scores.resize(layers);
    result.weights.resize(layers);
    result.head_outputs.resize(layers);

    Rows stream;
    for (size_t p = 0; p < tokens.size(); ++p) {
        const auto embedding = weights.token_embedding.row(tokens[p]);
        Row x(embedding.begin(), embedding.end());
        if (config.positions == Positions::Learned) {
            const auto position = weights.position_embedding.row(static_cast<Eigen::Index>(p));
            x = Plus(x, Row(position.begin(), position.end()));
        }
        stream.push_back(x);
    }
    for (size_t layer = 0; layer < layers; ++layer) {
        const LayerWeights<double>& w = weights.layers[layer];
        Rows inputs;
        for (const Row& x : stream) inputs.push_back(Normed(config, w.attention_norm, x));
        const Rows joined = Attention(config, w, inputs, layer, result);
        for (size_t p = 0; p < stream.size(); ++p) {
            const Row attention =
                config.identity_attention_output ? joined[p] : Times(w.attention_output, joined[p]);
            stream[p] = config.residuals ? Plus(stream[p], attention) : attention;
            if (config.mlp == MlpKind::None) continue;
            const Row mlp = Mlp(config, w, Normed(config, w.mlp_norm, stream[p]));
            stream[p] = config.residuals ? Plus(stream[p], mlp) : mlp;
        }
    }
    for (const Row& x : stream) result.hidden.push_back(Normed(config, weights.final_norm, x));
    const Linear<double> tied{weights.token_embedding, weights.output.bias};
    result.logits = Times(config.tied_output ? tied : weights.output, result.hidden.back());
    return result;
}

}  // namespace decodescope::naive
