// What the writer and the reader of cache files must agree on: the tags, and the order of a trace's
// rows.
#pragma once

#include <string_view>
#include <vector>

#include "core/serve/disaggregation.h"

namespace decodescope {

// As in PNG: a byte that no text has, both kinds of line end, and the byte that ends a text file on
// old systems. Whoever transfers the file as text damages it here, where that is noticed.
constexpr std::string_view kCacheMagic{
    "\x89"
    "DSC\r\n\x1a\n",
    8};

constexpr std::string_view kModelTag = "MODL";
constexpr std::string_view kRecipeTag = "RECP";
constexpr std::string_view kTokenTag = "TOKN";
constexpr std::string_view kCacheTag = "CACH";
constexpr std::string_view kCountsTag = "CNTS";
constexpr std::string_view kTraceTag = "TRCE";

// A value whose rows a trace section has. K and V as they are cached are not among them: the cache
// has those.
struct SentValue {
    TensorId tensor;
    int layers;
    int heads;       // that have rows of their own
    bool is_packed;  // rows of scores and weights, as long as their position + 1
    bool last_only;  // logits and probabilities
    int row_length;  // where it is not packed
};

// In the order of the value table.
inline std::vector<SentValue> SentValues(const Config& config, TransferProtocol protocol) {
    std::vector<SentValue> values;
    for (int i = 0; i < kTensorCount; ++i) {
        const TensorInfo& info = InfoOf(static_cast<TensorId>(i));
        const bool is_cached = info.stage == Stage::Append || info.tensor == TensorId::V ||
                               info.tensor == CachedKSource(config);
        const bool is_last = info.columns == Axis::Vocabulary;
        if (info.is_parameter || is_cached || !Has(config, info.tensor)) continue;
        if (is_last && protocol == TransferProtocol::LastPosition) continue;
        const bool is_packed = info.columns == Axis::KeyPosition;
        const int heads = HeadCount(config, info.tensor);
        values.push_back({.tensor = info.tensor,
                          .layers = info.per_layer ? config.layers : 1,
                          .heads = is_packed ? heads : 1,
                          .is_packed = is_packed,
                          .last_only = is_last,
                          .row_length = is_packed ? 0 : heads * Length(config, info.columns)});
    }
    return values;
}

// Calls visit(layer, position, head) for each row of a value that is sent.
template <class Visit>
void ForEachSentRow(const SentValue& sent, int positions, Visit visit) {
    const int first = sent.last_only ? positions - 1 : 0;
    for (int layer = 0; layer < sent.layers; ++layer) {
        for (int head = 0; head < sent.heads; ++head) {
            for (int position = first; position < positions; ++position)
                visit(layer, position, head);
        }
    }
}

}  // namespace decodescope
