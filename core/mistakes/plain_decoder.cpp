#include "core/mistakes/plain_decoder.h"

#include <algorithm>

namespace decodescope {

void PlainDecoder::Process(std::vector<PlainRow>& rows, PlainCache& cache, int sequence) const {
    Stream stream;
    for (PlainRow& row : rows) {
        stream.push_back(math_.Embed(row.embedded_as, row.position));
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
    for (size_t i = 0; i < rows.size(); ++i) {
        rows[i].hidden = math_.Normalize(TensorId::FinalNormGain, 0, stream[i]);
    }
}

void PlainDecoder::ProcessLayer(int layer, std::vector<PlainRow>& rows, PlainCache& cache,
                                Stream& stream) const {
    std::vector<Row> queries;  // [rows][query_width]
    for (size_t i = 0; i < rows.size(); ++i) {
        const int position = rows[i].position;
        const Row x = math_.Normalize(TensorId::AttentionNormGain, layer, stream[i]);  // [d_model]
        const Row k = math_.MatVec(TensorId::KeyWeight, layer, x);                     // [kv_width]
        const Row q = math_.MatVec(TensorId::QueryWeight, layer, x);  // [query_width]
        const Row normed_q = math_.NormalizeHeads(TensorId::QueryNormGain, layer, q);
        const Row normed_k = math_.NormalizeHeads(TensorId::KeyNormGain, layer, k);
        queries.push_back(math_.Rope(normed_q, position));
        CacheEntry& entry = cache[static_cast<size_t>(rows[i].entry)];
        entry.k.push_back(math_.Rope(normed_k, position));
        entry.v.push_back(math_.MatVec(TensorId::ValueWeight, layer, x));
    }
    for (size_t i = 0; i < rows.size(); ++i) {
        Row outputs;  // [query_width], the heads side by side
        rows[i].heads.emplace_back();
        for (int head = 0; head < config_.query_heads; ++head) {
            const HeadAttention one = Attend(layer, head, rows[i], HeadOf(queries[i], head), cache);
            outputs.insert(outputs.end(), one.output.begin(), one.output.end());
            rows[i].heads.back().push_back(one);
        }
        stream[i] =
            Residual(stream[i], math_.MatVec(TensorId::AttentionOutputWeight, layer, outputs));
        if (config_.mlp == MlpKind::None) continue;
        const Row x = math_.Normalize(TensorId::MlpNormGain, layer, stream[i]);  // [d_model]
        stream[i] = Residual(stream[i], Mlp(layer, x));
    }
}

HeadAttention PlainDecoder::Attend(int layer, int head, const PlainRow& row, const Row& q,
                                   const PlainCache& cache) const {
    HeadAttention one{.seen = Seen(row, cache),
                      .query = q,
                      .scores = {},
                      .weights = {},
                      .output = Row(static_cast<size_t>(config_.head_dim))};
    if (one.seen.empty()) return one;  // nothing comes of nothing
    std::vector<Row> keys, values;     // [seen][head_dim]
    for (const int entry : one.seen) {
        const CacheEntry& cached = cache[static_cast<size_t>(entry)];
        const int kv_head = config_.KvHeadOf(head);
        keys.push_back(HeadOf(cached.k[static_cast<size_t>(layer)], kv_head));
        values.push_back(HeadOf(cached.v[static_cast<size_t>(layer)], kv_head));
    }
    one.scores = math_.Products(keys, q);
    if (mistake_ != Mistake::ScaleLeftOut)
        one.scores = math_.Scale(one.scores, config_.attention_scale);
    one.weights = math_.Softmax(one.scores);
    one.output = math_.WeightedSum(values, one.weights);
    return one;
}

// The entries that a row attends to: those up to its own, without padding.
std::vector<int> PlainDecoder::Seen(const PlainRow& row, const PlainCache& cache) const {
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

Row PlainDecoder::Mlp(int layer, const Row& x) const {
    Row gate;  // [mlp_hidden], SwiGLU only
    if (config_.mlp == MlpKind::SwiGlu) gate = math_.MatVec(TensorId::GateWeight, layer, x);
    const Row up = math_.MatVec(TensorId::UpWeight, layer, x);  // [mlp_hidden]
    return math_.MatVec(TensorId::DownWeight, layer, math_.Activate(gate, up));
}

Row PlainDecoder::Residual(const Row& stream, const Row& branch) const {
    return config_.residuals ? math_.Add(stream, branch) : branch;
}

// [head_dim]
Row PlainDecoder::HeadOf(const Row& row, int head) const {
    const auto first = row.begin() + std::ptrdiff_t{config_.head_dim} * head;
    return Row(first, first + config_.head_dim);
}

}  // namespace decodescope
