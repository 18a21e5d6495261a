#include "core/engine.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <vector>

#include "core/math.h"

namespace decodescope {
namespace {

// One pass under way. Each stage is a function that reads rows of earlier values and writes rows of
// its own, for every position of the pass; Run() is their order.
template <class T>
class ForwardPass {
public:
    ForwardPass(const Config& config, const Weights<T>& weights, std::span<const TokenId> tokens,
                KvCache<T>& cache, Trace& work, Counts& counts)
        : config_(config),
          weights_(weights),
          tokens_(tokens),
          cache_(cache),
          work_(work),
          counts_(counts),
          first_(cache.length()),
          end_(first_ + static_cast<int>(tokens.size())) {}

    void Embed() {
        for (int position = first_; position < end_; ++position) {
            const TokenId token = tokens_[static_cast<size_t>(position - first_)];
            MutableRow<T> x(work_.MutableRow<T>(Value::X, 0, position), config_.d_model);
            x = weights_.token_embedding.row(token).transpose();
            if (config_.positions == Positions::Learned) {
                x += weights_.position_embedding.row(position).transpose();
            }
        }
    }

    void Layer(int layer) {
        const LayerWeights<T>& weights = weights_.layers[static_cast<size_t>(layer)];
        if (Has(config_, Stage::AttentionNorm)) {
            Normalize(weights.attention_norm, BlockInput(config_, layer), layer,
                      {Value::AttentionNormMean, Value::AttentionNormScale, Value::AttentionInput});
        }
        Project(weights, layer);
        if (Has(config_, Stage::Rope)) Rope(layer);
        AppendToCache(layer);
        Attend(layer);
        if (Has(config_, Stage::OutputProjection)) {
            ApplyRows(weights.attention_output, {Value::HeadOutput, layer},
                      {Value::AttentionOutput, layer});
        }
        if (Has(config_, Stage::AddAttention)) AddAttention(layer);
        if (Has(config_, Stage::MlpNorm)) {
            Normalize(weights.mlp_norm, AfterAttention(config_, layer), layer,
                      {Value::MlpNormMean, Value::MlpNormScale, Value::MlpInput});
        }
        if (Has(config_, Stage::Mlp)) Mlp(weights, layer);
        if (Has(config_, Stage::AddMlp)) {
            AddRows({Value::ResidualAttention, layer}, {Value::MlpOutput, layer},
                    {Value::ResidualMlp, layer});
        }
    }

    void FinalNorm() {
        if (!Has(config_, Stage::FinalNorm)) return;
        Normalize(weights_.final_norm, BlockOutput(config_, config_.layers - 1), 0,
                  {Value::FinalNormMean, Value::FinalNormScale, Value::Hidden});
    }

    // The last position alone goes on to logits: the others only had to fill the cache.
    void LogitsOfLastPosition(T* logits, T* probabilities) {
        const T* hidden = Row(FinalHidden(config_), end_ - 1);
        if (config_.tied_output) {
            MutableRow<T> result(logits, config_.vocabulary_size);
            result.noalias() = weights_.token_embedding * ConstRow<T>(hidden, config_.d_model);
            if (weights_.output.bias.size() > 0) result += weights_.output.bias;
        } else {
            Apply(weights_.output, hidden, logits, config_.d_model, config_.vocabulary_size);
        }
        Softmax(logits, probabilities, config_.vocabulary_size);
    }

private:
    // Where a norm writes: its statistics and its result.
    struct NormValues {
        Value mean, scale, result;
    };

    void Normalize(const Norm<T>& norm, ValueAt input, int layer, NormValues out) {
        const int d = config_.d_model;
        const bool centred = config_.norm == NormKind::LayerNorm;
        for (int position = first_; position < end_; ++position) {
            const T* x = Row(input, position);
            const T mean = centred ? Mean(x, d) : T(0);
            const T scale = InverseSize(x, d, mean, static_cast<T>(config_.norm_eps));
            if (centred) *work_.MutableRow<T>(out.mean, layer, position) = mean;
            *work_.MutableRow<T>(out.scale, layer, position) = scale;
            T* y = work_.MutableRow<T>(out.result, layer, position);
            for (int i = 0; i < d; ++i) {
                y[i] = (x[i] - mean) * scale * norm.gain[i];
                if (norm.bias.size() > 0) y[i] += norm.bias[i];
            }
        }
    }

    void Project(const LayerWeights<T>& weights, int layer) {
        const ValueAt input = AttentionInput(config_, layer);
        ApplyRows(weights.query, input, {Value::Query, layer});
        ApplyRows(weights.key, input, {Value::Key, layer});
        ApplyRows(weights.value, input, {Value::ValueVector, layer});
        counts_.kv_rows_computed += end_ - first_;
    }

    void Rope(int layer) {
        const int pairs = config_.head_dim / 2;
        turns_.resize(static_cast<size_t>(pairs));
        for (int position = first_; position < end_; ++position) {
            for (int pair = 0; pair < pairs; ++pair) {
                const RopePair turn = RopePairOf(config_, pair, position);
                turns_[static_cast<size_t>(pair)] = {turn.first, turn.second,
                                                     static_cast<T>(std::cos(turn.angle)),
                                                     static_cast<T>(std::sin(turn.angle))};
            }
            Turn(Value::Query, Value::QueryRotated, layer, position, config_.query_heads);
            Turn(Value::Key, Value::KeyRotated, layer, position, config_.kv_heads);
        }
    }

    // Turns each pair (a, b) of each head to (a cos − b sin, a sin + b cos).
    void Turn(Value from, Value to, int layer, int position, int heads) {
        const T* x = work_.MutableRow<T>(from, layer, position);
        T* y = work_.MutableRow<T>(to, layer, position);
        for (int head = 0; head < heads; ++head, x += config_.head_dim, y += config_.head_dim) {
            for (const PairTurn& turn : turns_) {
                const T a = x[turn.first], b = x[turn.second];
                y[turn.first] = a * turn.cosine - b * turn.sine;
                y[turn.second] = a * turn.sine + b * turn.cosine;
            }
        }
    }

    void AppendToCache(int layer) {
        const Value key = CachedKeySource(config_);
        for (int position = first_; position < end_; ++position) {
            cache_.Append(layer, work_.MutableRow<T>(key, layer, position),
                          work_.MutableRow<T>(Value::ValueVector, layer, position));
        }
    }

    // Scores, softmax and mix of each position and head, over the cached positions up to its own.
    void Attend(int layer) {
        const Value query = ScoredQuery(config_);
        const T scale = static_cast<T>(config_.attention_scale);
        const int head_dim = config_.head_dim;
        for (int position = first_; position < end_; ++position) {
            const int seen = position + 1;
            const T* q = work_.MutableRow<T>(query, layer, position);
            T* h = work_.MutableRow<T>(Value::HeadOutput, layer, position);
            for (int head = 0; head < config_.query_heads; ++head) {
                const int kv_head = config_.KvHeadOf(head);
                T* s = work_.MutableRow<T>(Value::Scores, layer, position, head);
                T* w = work_.MutableRow<T>(Value::AttentionWeights, layer, position, head);
                MutableRow<T> scores(s, seen);
                scores.noalias() = cache_.Keys(layer, kv_head, seen) *
                                   ConstRow<T>(q + head * head_dim, head_dim);
                scores *= scale;
                Softmax(s, w, seen);
                MutableRow<T> mixed(h + head * head_dim, head_dim);
                mixed.noalias() = cache_.Values(layer, kv_head, seen).transpose() *
                                  ConstRow<T>(w, seen);
            }
        }
    }

    void AddAttention(int layer) {
        const Value attention = config_.identity_attention_output ? Value::HeadOutput
                                                                  : Value::AttentionOutput;
        AddRows(BlockInput(config_, layer), {attention, layer}, {Value::ResidualAttention, layer});
    }

    void Mlp(const LayerWeights<T>& weights, int layer) {
        const ValueAt input = MlpInput(config_, layer);
        const bool gated = config_.mlp == MlpKind::SwiGlu;
        if (gated) ApplyRows(weights.gate, input, {Value::Gate, layer});
        ApplyRows(weights.up, input, {Value::Up, layer});
        for (int position = first_; position < end_; ++position) {
            const T* gate = gated ? Row({Value::Gate, layer}, position) : nullptr;
            Activate(gate, Row({Value::Up, layer}, position),
                     work_.MutableRow<T>(Value::Activation, layer, position));
        }
        ApplyRows(weights.down, {Value::Activation, layer}, {Value::MlpOutput, layer});
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

    // --- rows of the trace

    const T* Row(ValueAt at, int position) {
        return work_.MutableRow<T>(at.value, at.layer, position);
    }

    void ApplyRows(const Linear<T>& linear, ValueAt from, ValueAt to) {
        for (int position = first_; position < end_; ++position) {
            Apply(linear, Row(from, position), work_.MutableRow<T>(to.value, to.layer, position),
                  work_.RowLength(from.value, position), work_.RowLength(to.value, position));
        }
    }

    void AddRows(ValueAt a, ValueAt b, ValueAt sum) {
        for (int position = first_; position < end_; ++position) {
            MutableRow<T>(work_.MutableRow<T>(sum.value, sum.layer, position), config_.d_model) =
                ConstRow<T>(Row(a, position), config_.d_model) +
                ConstRow<T>(Row(b, position), config_.d_model);
        }
    }

    struct PairTurn {
        int first, second;
        T cosine, sine;
    };

    const Config& config_;
    const Weights<T>& weights_;
    std::span<const TokenId> tokens_;
    KvCache<T>& cache_;
    Trace& work_;
    Counts& counts_;
    const int first_;  // position of the first token of the pass
    const int end_;    // behind its last
    std::vector<PairTurn> turns_;
};

// Takes the last position's row of every value of a layer (or of those outside the layers, with
// layer -1) from scratch into a trace that keeps one row.
template <class T>
void KeepLastRow(const Config& config, Trace& scratch, Trace& kept, int layer, int position) {
    for (int i = 0; i < kValueCount; ++i) {
        const auto value = static_cast<Value>(i);
        const bool in_layer = InfoOf(value).per_layer;
        if (in_layer != (layer >= 0) || !scratch.Has(value, position)) continue;
        const bool packed = InfoOf(value).columns == Axis::KeyPosition;
        const int heads = packed ? HeadCount(config, value) : 1;
        for (int head = 0; head < heads; ++head) {
            const T* from = scratch.MutableRow<T>(value, 0, position, head);
            std::copy(from, from + scratch.RowLength(value, position),
                      kept.MutableRow<T>(value, std::max(layer, 0), position, head));
        }
    }
}

}  // namespace

template <class T>
Engine<T>::Engine(ModelPtr model)
    : model_(std::move(model)),
      config_(model_->config),
      weights_(std::get<Weights<T>>(model_->weights)) {}

template <class T>
Trace Engine<T>::Run(std::span<const TokenId> tokens, KvCache<T>& cache, Capture capture,
                     Counts& counts) const {
    assert(!tokens.empty());
    const int first = cache.length();
    const int positions = static_cast<int>(tokens.size());
    const int last = first + positions - 1;
    assert(config_.context_length == 0 || last < config_.context_length);

    Trace kept(config_, kPrecisionOf<T>, first, positions, capture);
    // Where all of its rows are kept, the pass works in the trace itself; else in scratch memory that
    // the layers share.
    const bool keeps_all_rows = capture == Capture::Everything ||
                                (capture == Capture::LastPosition && positions == 1);
    std::optional<Trace> scratch;
    if (!keeps_all_rows) {
        scratch.emplace(config_, kPrecisionOf<T>, first, positions, Capture::Everything, true);
    }
    Trace& work = scratch ? *scratch : kept;
    const bool keeps_last_row = scratch && capture == Capture::LastPosition;

    ForwardPass<T> pass(config_, weights_, tokens, cache, work, counts);
    pass.Embed();
    for (int layer = 0; layer < config_.layers; ++layer) {
        pass.Layer(layer);
        if (keeps_last_row) KeepLastRow<T>(config_, work, kept, layer, last);
    }
    pass.FinalNorm();
    if (keeps_last_row) KeepLastRow<T>(config_, work, kept, -1, last);
    pass.LogitsOfLastPosition(kept.MutableRow<T>(Value::Logits, 0, last),
                              kept.MutableRow<T>(Value::Probabilities, 0, last));
    return kept;
}

template class Engine<double>;
template class Engine<float>;

}  // namespace decodescope
