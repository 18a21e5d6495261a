#include "core/mistakes/plain_decoder.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/engine/math.h"

namespace decodescope {
namespace {

template <class T>
Row AsRow(const Vector<T>& x) {
    return Row(x.begin(), x.end());
}

template <class T>
Vector<T> AsVector(const Row& row) {
    Vector<T> x(std::ssize(row));
    for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = static_cast<T>(row[static_cast<size_t>(i)]);
    return x;
}

// Rows of the cache that are seen, of one KV head: [seen, head_dim].
template <class T>
Matrix<T> Gather(const PlainCache& cache, const std::vector<int>& seen, int layer, int first,
                 int head_dim, std::vector<Row> CacheEntry::*rows) {
    Matrix<T> gathered(std::ssize(seen), head_dim);
    for (size_t i = 0; i < seen.size(); ++i) {
        const Row& row = (cache[static_cast<size_t>(seen[i])].*rows)[static_cast<size_t>(layer)];
        for (int d = 0; d < head_dim; ++d) {
            gathered(static_cast<Eigen::Index>(i), d) =
                static_cast<T>(row[static_cast<size_t>(first + d)]);
        }
    }
    return gathered;
}

}  // namespace

template <class T>
PlainDecoder<T>::PlainDecoder(const Model& model, Mistake mistake)
    : config_(model.config), weights_(std::get<Weights<T>>(model.weights)), mistake_(mistake) {}

template <class T>
void PlainDecoder<T>::Process(std::vector<BrokenRow>& rows, PlainCache& cache, int sequence) const {
    Stream stream;
    for (BrokenRow& row : rows) {
        stream.push_back(Embed(row));
        row.entry = static_cast<int>(cache.size());
        row.heads.clear();
        cache.push_back({.token = row.token,
                         .place = row.place,
                         .position = row.position,
                         .sequence = sequence,
                         .k = {},
                         .v = {}});
    }
    for (int layer = 0; layer < config_.layers; ++layer) ProcessLayer(layer, rows, cache, stream);
    for (size_t i = 0; i < rows.size(); ++i)
        rows[i].hidden = AsRow<T>(Normed(weights_.final_norm, stream[i]));
}

template <class T>
Row PlainDecoder<T>::Logits(const Row& hidden) const {
    const Vector<T> x = AsVector<T>(hidden);
    if (!config_.tied_output) return AsRow<T>(Times(weights_.output, x, config_.vocabulary_size));
    Vector<T> logits(config_.vocabulary_size);
    logits.noalias() = weights_.token_embedding * ConstRow<T>(x.data(), x.size());
    if (weights_.output.bias.size() > 0) logits += weights_.output.bias;
    return AsRow<T>(logits);
}

template <class T>
Vector<T> PlainDecoder<T>::Embed(const BrokenRow& row) const {
    Vector<T> x = weights_.token_embedding.row(row.embedded_as).transpose();
    if (config_.positions == Positions::Learned) {
        x += weights_.position_embedding.row(row.position).transpose();
    }
    return x;
}

template <class T>
void PlainDecoder<T>::ProcessLayer(int layer, std::vector<BrokenRow>& rows, PlainCache& cache,
                                   Stream& stream) const {
    const LayerWeights<T>& w = weights_.layers[static_cast<size_t>(layer)];
    const bool turns = config_.positions == Positions::Rope;
    Stream queries;
    for (size_t i = 0; i < rows.size(); ++i) {
        const BrokenRow& row = rows[i];
        const Vector<T> x = Normed(w.attention_norm, stream[i]);
        const Vector<T> q = Times(w.query, x, config_.query_width());
        const Vector<T> k = Times(w.key, x, config_.kv_width());
        queries.push_back(turns ? Turned(q, config_.query_heads, row.position) : q);
        CacheEntry& entry = cache[static_cast<size_t>(row.entry)];
        entry.k.push_back(AsRow<T>(turns ? Turned(k, config_.kv_heads, row.position) : k));
        entry.v.push_back(AsRow<T>(Times(w.value, x, config_.kv_width())));
    }
    for (size_t i = 0; i < rows.size(); ++i) {
        Vector<T> attention = Attend(layer, rows[i], queries[i], cache);
        if (!config_.identity_attention_output) {
            attention = Times(w.attention_output, attention, config_.d_model);
        }
        stream[i] = config_.residuals ? Vector<T>(stream[i] + attention) : attention;
        if (config_.mlp == MlpKind::None) continue;
        const Vector<T> mlp = Mlp(w, Normed(w.mlp_norm, stream[i]));
        stream[i] = config_.residuals ? Vector<T>(stream[i] + mlp) : mlp;
    }
}

template <class T>
Vector<T> PlainDecoder<T>::Attend(int layer, BrokenRow& row, const Vector<T>& q,
                                  const PlainCache& cache) const {
    const int head_dim = config_.head_dim;
    Vector<T> joined = Vector<T>::Zero(config_.query_width());
    row.heads.emplace_back();
    for (int head = 0; head < config_.query_heads; ++head) {
        const HeadAttention look = Look(layer, head, row, q, cache);
        if (!look.seen.empty()) {  // of nothing comes nothing
            const Matrix<T> values =
                Gather<T>(cache, look.seen, layer, config_.KvHeadOf(head) * head_dim, head_dim,
                          &CacheEntry::v);
            const Vector<T> weights = AsVector<T>(look.weights);
            MutableRow<T> mixed(joined.data() + head * head_dim, head_dim);
            mixed.noalias() = values.transpose() * ConstRow<T>(weights.data(), weights.size());
        }
        row.heads.back().push_back(look);
    }
    return joined;
}

template <class T>
HeadAttention PlainDecoder<T>::Look(int layer, int head, const BrokenRow& row, const Vector<T>& q,
                                    const PlainCache& cache) const {
    const int head_dim = config_.head_dim;
    HeadAttention look;
    look.seen = Seen(row, cache);
    const ConstRow<T> query(q.data() + head * head_dim, head_dim);
    look.query = Row(query.begin(), query.end());
    if (look.seen.empty()) return look;
    const Matrix<T> keys = Gather<T>(cache, look.seen, layer, config_.KvHeadOf(head) * head_dim,
                                     head_dim, &CacheEntry::k);
    Vector<T> scores(keys.rows());
    scores.noalias() = keys * query;
    if (mistake_ != Mistake::ScaleLeftOut) scores *= static_cast<T>(config_.attention_scale);
    Vector<T> weights(scores.size());
    Softmax(scores.data(), weights.data(), static_cast<int>(scores.size()));
    look.scores = AsRow<T>(scores);
    look.weights = AsRow<T>(weights);
    return look;
}

// The entries that a row attends to: those up to its own, without padding.
template <class T>
std::vector<int> PlainDecoder<T>::Seen(const BrokenRow& row, const PlainCache& cache) const {
    int last = row.entry;
    if (mistake_ == Mistake::OwnTokenLeftOut) last = row.entry - 1;
    if (mistake_ == Mistake::MaskOffByOne)
        last = std::min(row.entry + 1, static_cast<int>(cache.size()) - 1);
    std::vector<int> seen;
    for (int entry = 0; entry <= last; ++entry) {
        const bool is_masked =
            cache[static_cast<size_t>(entry)].is_padding() && mistake_ != Mistake::PaddingAttended;
        if (!is_masked) seen.push_back(entry);
    }
    return seen;
}

template <class T>
Vector<T> PlainDecoder<T>::Mlp(const LayerWeights<T>& weights, const Vector<T>& x) const {
    Vector<T> hidden = Times(weights.up, x, config_.mlp_hidden);
    Vector<T> gate;
    if (config_.mlp == MlpKind::SwiGlu) gate = Times(weights.gate, x, config_.mlp_hidden);
    for (int i = 0; i < config_.mlp_hidden; ++i) {
        switch (config_.mlp) {
            case MlpKind::SwiGlu: hidden[i] = Silu(gate[i]) * hidden[i]; break;
            case MlpKind::Gelu: hidden[i] = Gelu(hidden[i]); break;
            case MlpKind::GeluTanh: hidden[i] = GeluTanh(hidden[i]); break;
            case MlpKind::None: assert(!"no MLP, nothing to activate"); break;
        }
    }
    return Times(weights.down, hidden, config_.d_model);
}

template <class T>
Vector<T> PlainDecoder<T>::Normed(const Norm<T>& norm, const Vector<T>& x) const {
    if (config_.norm == NormKind::None) return x;
    const int d = config_.d_model;
    const T mean = config_.norm == NormKind::LayerNorm ? Mean(x.data(), d) : T(0);
    const T scale = Rstd(x.data(), d, mean, static_cast<T>(config_.norm_eps));
    Vector<T> y(d);
    for (int i = 0; i < d; ++i) {
        y[i] = (x[i] - mean) * scale * norm.gain[i];
        if (norm.bias.size() > 0) y[i] += norm.bias[i];
    }
    return y;
}

template <class T>
Vector<T> PlainDecoder<T>::Turned(const Vector<T>& x, int heads, int position) const {
    Vector<T> y = x;
    for (int head = 0; head < heads; ++head) {
        const int first = head * config_.head_dim;
        for (int pair = 0; pair < config_.head_dim / 2; ++pair) {
            const RopePair turn = RopePairOf(config_, pair, position);
            const T cosine = static_cast<T>(std::cos(turn.angle)),
                    sine = static_cast<T>(std::sin(turn.angle));
            const T a = x[first + turn.first], b = x[first + turn.second];
            y[first + turn.first] = a * cosine - b * sine;
            y[first + turn.second] = a * sine + b * cosine;
        }
    }
    return y;
}

template <class T>
Vector<T> PlainDecoder<T>::Times(const Linear<T>& linear, const Vector<T>& x, int out) const {
    Vector<T> y(out);
    Apply(linear, x.data(), y.data(), static_cast<int>(x.size()), out);
    return y;
}

template class PlainDecoder<double>;
template class PlainDecoder<float>;

}  // namespace decodescope
