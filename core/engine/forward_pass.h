// The arithmetic of one pass, stage by stage, over every position of every sequence in it. The
// engine's own; what others need of it is in engine.h.
#pragma once

#include <cassert>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/engine/engine.h"
#include "core/engine/math.h"

namespace decodescope {

// A part of a pass under way: where its positions are, and the trace that it works in.
template <class T>
struct Sequence {
    std::span<const TokenId> tokens;
    KvCache& cache;
    Trace& work;
    Counts& counts;
    int first;  // position of the first token of the pass
    int end;    // behind its last

    int positions() const { return end - first; }

    T* Row(TensorAt at, int position, int head = 0) {
        return work.MutableRow<T>(at.tensor, at.layer, position, head);
    }
};

// One pass under way. Each stage is a function that reads rows of earlier values and writes rows of
// its own, for every position of every sequence in the pass; RunTogether() is their order.
template <class T>
class ForwardPass {
public:
    ForwardPass(const Config& config, const Weights<T>& weights,
                std::vector<Sequence<T>>& sequences, std::int64_t& weight_bytes_read)
        : config_(config),
          weights_(weights),
          sequences_(sequences),
          weight_bytes_read_(weight_bytes_read) {}

    void Embed() {
        const bool learned = config_.positions == Positions::Learned;
        for (Sequence<T>& sequence : sequences_) {
            for (int position = sequence.first; position < sequence.end; ++position) {
                const TokenId token =
                    sequence.tokens[static_cast<size_t>(position - sequence.first)];
                MutableRow<T> x(sequence.Row({TensorId::ResidualIn, 0}, position), config_.d_model);
                x = weights_.token_embedding.row(token).transpose();
                if (learned) x += weights_.position_embedding.row(position).transpose();
            }
            CountWeights(static_cast<std::int64_t>(learned ? 2 : 1) * sequence.positions() *
                         config_.d_model);
        }
    }

    void Layer(int layer) {
        const LayerWeights<T>& weights = weights_.layers[static_cast<size_t>(layer)];
        if (Has(config_, Stage::AttentionNorm)) {
            Normalize(weights.attention_norm, BlockInput(config_, layer), layer,
                      {TensorId::AttentionNormMean, TensorId::AttentionNormRstd,
                       TensorId::AttentionInput});
        }
        Project(weights, layer);
        if (Has(config_, Stage::Rope)) Rope(layer);
        AppendToCache(layer);
        Attend(layer);
        if (Has(config_, Stage::OutputProjection)) {
            ApplyRows(Stage::OutputProjection, weights.attention_output,
                      {TensorId::HeadOutput, layer}, {TensorId::AttentionOutput, layer});
        }
        if (Has(config_, Stage::AddAttention)) AddAttention(layer);
        if (Has(config_, Stage::MlpNorm)) {
            Normalize(weights.mlp_norm, AfterAttention(config_, layer), layer,
                      {TensorId::MlpNormMean, TensorId::MlpNormRstd, TensorId::MlpInput});
        }
        if (Has(config_, Stage::Mlp)) Mlp(weights, layer);
        if (Has(config_, Stage::AddMlp)) {
            AddRows({TensorId::ResidualMid, layer}, {TensorId::MlpOutput, layer},
                    {TensorId::ResidualOut, layer});
        }
    }

    void FinalNorm() {
        if (!Has(config_, Stage::FinalNorm)) return;
        Normalize(weights_.final_norm, BlockOutput(config_, config_.layers - 1), 0,
                  {TensorId::FinalNormMean, TensorId::FinalNormRstd, TensorId::Hidden});
    }

    // The last position of a sequence alone goes on to logits: the others only had to fill the
    // cache. `kept`: a trace for each sequence.
    void LogitsOfLastPositions(std::vector<Trace>& kept) {
        const Linear<T>& output = weights_.output;
        for (size_t i = 0; i < sequences_.size(); ++i) {
            Sequence<T>& sequence = sequences_[i];
            const int last = sequence.end - 1;
            const T* hidden = sequence.Row(FinalHidden(config_), last);
            T* logits = kept[i].MutableRow<T>(TensorId::Logits, 0, last);
            if (config_.tied_output) {
                MutableRow<T> result(logits, config_.vocabulary_size);
                result.noalias() = weights_.token_embedding * ConstRow<T>(hidden, config_.d_model);
                if (output.bias.size() > 0) result += output.bias;
            } else {
                MatVec(output, hidden, logits, config_.d_model, config_.vocabulary_size);
            }
            Softmax(logits, kept[i].MutableRow<T>(TensorId::Probabilities, 0, last),
                    config_.vocabulary_size);
            const bool multiplies = config_.tied_output || !output.is_identity();
            if (multiplies) {
                CountProducts(sequence, Stage::Logits, 1, config_.d_model, config_.vocabulary_size);
            }
        }
        CountWeights(
            (config_.tied_output ? weights_.token_embedding.size() : output.weight.size()) +
            output.bias.size());
    }

private:
    using CachedRows = KvCache::Rows<T>;

    // Where a norm writes: its statistics and its result.
    struct NormValues {
        TensorId mean, scale, result;
    };

    void Normalize(const Norm<T>& norm, TensorAt input, int layer, NormValues out) {
        for (Sequence<T>& sequence : sequences_) {
            for (int position = sequence.first; position < sequence.end; ++position) {
                NormalizeRow(sequence, norm, input, layer, out, position);
            }
        }
        CountWeights(norm.gain.size() + norm.bias.size());
    }

    void NormalizeRow(Sequence<T>& sequence, const Norm<T>& norm, TensorAt input, int layer,
                      NormValues out, int position) {
        const int d = config_.d_model;
        const bool centred = config_.norm == NormKind::LayerNorm;
        const T* x = sequence.Row(input, position);
        const T mean = centred ? Mean(x, d) : T(0);
        const T scale = Rstd(x, d, mean, static_cast<T>(config_.norm_eps));
        if (centred) *sequence.Row({out.mean, layer}, position) = mean;
        *sequence.Row({out.scale, layer}, position) = scale;
        T* y = sequence.Row({out.result, layer}, position);
        for (int i = 0; i < d; ++i) {
            y[i] = (x[i] - mean) * scale * norm.gain[i];
            if (norm.bias.size() > 0) y[i] += norm.bias[i];
        }
    }

    void Project(const LayerWeights<T>& weights, int layer) {
        const TensorAt input = AttentionInput(config_, layer);
        ApplyRows(Stage::Project, weights.query, input, {TensorId::Q, layer});
        ApplyRows(Stage::Project, weights.key, input, {TensorId::K, layer});
        ApplyRows(Stage::Project, weights.value, input, {TensorId::V, layer});
        for (Sequence<T>& sequence : sequences_) {
            sequence.counts.kv_rows_computed += sequence.positions();
        }
    }

    void Rope(int layer) {
        const int pairs = config_.head_dim / 2;
        rotations_.resize(static_cast<size_t>(pairs));
        for (Sequence<T>& sequence : sequences_) {
            for (int position = sequence.first; position < sequence.end; ++position) {
                for (int pair = 0; pair < pairs; ++pair) {
                    const RopePair turn = RopePairOf(config_, pair, position);
                    rotations_[static_cast<size_t>(pair)] = {turn.first, turn.second,
                                                             static_cast<T>(std::cos(turn.angle)),
                                                             static_cast<T>(std::sin(turn.angle))};
                }
                Rotate(sequence.Row({TensorId::Q, layer}, position),
                       sequence.Row({TensorId::RotatedQ, layer}, position), config_.query_heads);
                Rotate(sequence.Row({TensorId::K, layer}, position),
                       sequence.Row({TensorId::RotatedK, layer}, position), config_.kv_heads);
            }
        }
    }

    // Turns each pair (a, b) of each head to (a cos − b sin, a sin + b cos).
    void Rotate(const T* x, T* y, int heads) {
        for (int head = 0; head < heads; ++head, x += config_.head_dim, y += config_.head_dim) {
            for (const PairRotation& turn : rotations_) {
                const T a = x[turn.first], b = x[turn.second];
                y[turn.first] = a * turn.cosine - b * turn.sine;
                y[turn.second] = a * turn.sine + b * turn.cosine;
            }
        }
    }

    void AppendToCache(int layer) {
        const TensorId key = CachedKSource(config_);
        for (Sequence<T>& sequence : sequences_) {
            for (int position = sequence.first; position < sequence.end; ++position) {
                const int width = config_.kv_width();
                sequence.cache.Append(layer, Numbers(sequence.Row({key, layer}, position), width),
                                      Numbers(sequence.Row({TensorId::V, layer}, position), width));
            }
            sequence.counts.cache_bytes_written += 2 * CacheBytes(sequence.positions());
        }
    }

    // Scores, softmax and mix of each position and head, over the cached positions up to its own.
    void Attend(int layer) {
        for (Sequence<T>& sequence : sequences_) {
            const CachedRows& cached = sequence.cache.RowsOf(layer, room_);
            for (int position = sequence.first; position < sequence.end; ++position) {
                for (int head = 0; head < config_.query_heads; ++head) {
                    AttendWith(sequence, cached, layer, position, head);
                }
                CountProducts(sequence, Stage::Score, 1, config_.query_width(), position + 1);
                CountProducts(sequence, Stage::WeightedSum, 1, config_.query_width(), position + 1);
            }
            sequence.counts.cache_bytes_read += 2 * CacheBytes(sequence.end);
        }
    }

    void AttendWith(Sequence<T>& sequence, const CachedRows& cached, int layer, int position,
                    int head) {
        const int head_dim = config_.head_dim, kv_head = config_.KvHeadOf(head);
        const int seen = position + 1;
        const T* q = sequence.Row({ScoredQ(config_), layer}, position) + head * head_dim;
        T* h = sequence.Row({TensorId::HeadOutput, layer}, position) + head * head_dim;
        T* s = sequence.Row({TensorId::Scores, layer}, position, head);
        T* w = sequence.Row({TensorId::AttentionWeights, layer}, position, head);
        MutableRow<T> scores(s, seen);
        scores.noalias() = HeadRows(cached.keys, kv_head, seen) * ConstRow<T>(q, head_dim);
        scores *= static_cast<T>(config_.attention_scale);
        Softmax(s, w, seen);
        MutableRow<T> mixed(h, head_dim);
        mixed.noalias() = HeadRows(cached.values, kv_head, seen).transpose() * ConstRow<T>(w, seen);
    }

    // The part of a KV head in the first rows of K or V: [positions, head_dim].
    auto HeadRows(const std::vector<T>& rows, int kv_head, int positions) const {
        using Rows = Eigen::Map<const Matrix<T>, Eigen::Unaligned, Eigen::OuterStride<>>;
        return Rows(rows.data() + kv_head * config_.head_dim, positions, config_.head_dim,
                    Eigen::OuterStride<>(config_.kv_width()));
    }

    void AddAttention(int layer) {
        const TensorId attention =
            config_.identity_attention_output ? TensorId::HeadOutput : TensorId::AttentionOutput;
        AddRows(BlockInput(config_, layer), {attention, layer}, {TensorId::ResidualMid, layer});
    }

    void Mlp(const LayerWeights<T>& weights, int layer) {
        const TensorAt input = MlpInput(config_, layer);
        const bool gated = config_.mlp == MlpKind::SwiGlu;
        if (gated) ApplyRows(Stage::Mlp, weights.gate, input, {TensorId::Gate, layer});
        ApplyRows(Stage::Mlp, weights.up, input, {TensorId::Up, layer});
        for (Sequence<T>& sequence : sequences_) {
            for (int position = sequence.first; position < sequence.end; ++position) {
                const T* gate = gated ? sequence.Row({TensorId::Gate, layer}, position) : nullptr;
                Activate(gate, sequence.Row({TensorId::Up, layer}, position),
                         sequence.Row({TensorId::Activation, layer}, position));
            }
        }
        ApplyRows(Stage::Mlp, weights.down, {TensorId::Activation, layer},
                  {TensorId::MlpOutput, layer});
    }

    void Activate(const T* gate, const T* up, T* y) const {
        for (int i = 0; i < config_.mlp_hidden; ++i) {
            switch (config_.mlp) {
                case MlpKind::SwiGlu: y[i] = Silu(gate[i]) * up[i]; break;
                case MlpKind::Gelu: y[i] = Gelu(up[i]); break;
                case MlpKind::GeluTanh: y[i] = GeluTanh(up[i]); break;
                case MlpKind::None: assert(!"no MLP, nothing to activate"); break;
            }
        }
    }

    // --- all rows of a value

    void ApplyRows(Stage stage, const Linear<T>& linear, TensorAt from, TensorAt to) {
        for (Sequence<T>& sequence : sequences_) {
            const int in = sequence.work.RowLength(from.tensor, sequence.first);
            const int out = sequence.work.RowLength(to.tensor, sequence.first);
            for (int position = sequence.first; position < sequence.end; ++position) {
                MatVec(linear, sequence.Row(from, position), sequence.Row(to, position), in, out);
            }
            if (!linear.is_identity())
                CountProducts(sequence, stage, sequence.positions(), in, out);
        }
        CountWeights(linear.weight.size() + linear.bias.size());
    }

    void AddRows(TensorAt a, TensorAt b, TensorAt sum) {
        for (Sequence<T>& sequence : sequences_) {
            for (int position = sequence.first; position < sequence.end; ++position) {
                MutableRow<T>(sequence.Row(sum, position), config_.d_model) =
                    ConstRow<T>(sequence.Row(a, position), config_.d_model) +
                    ConstRow<T>(sequence.Row(b, position), config_.d_model);
            }
        }
    }

    // --- counting

    static void CountProducts(Sequence<T>& sequence, Stage stage, int rows, int in, int out) {
        sequence.counts.multiply_adds[static_cast<size_t>(stage)] +=
            static_cast<std::int64_t>(rows) * in * out;
    }

    void CountWeights(std::int64_t numbers) {
        weight_bytes_read_ += numbers * static_cast<std::int64_t>(sizeof(T));
    }

    // Of K or V of a layer, at so many positions.
    std::int64_t CacheBytes(int positions) const {
        return static_cast<std::int64_t>(positions) * config_.kv_width() *
               static_cast<std::int64_t>(sizeof(T));
    }

    struct PairRotation {
        int first, second;
        T cosine, sine;
    };

    const Config& config_;
    const Weights<T>& weights_;
    std::vector<Sequence<T>>& sequences_;
    std::int64_t& weight_bytes_read_;
    std::vector<PairRotation> rotations_;
    CachedRows room_;  // for shared prefixes
};

}  // namespace decodescope
