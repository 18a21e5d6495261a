#include "core/engine/engine.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <vector>

#include "core/engine/forward_pass.h"

namespace decodescope {
namespace {

// Takes the last position's row of every value of a layer (or of those outside the layers, with
// layer -1) from scratch into a trace that keeps one row.
template <class T>
void KeepLastRow(const Config& config, Trace& scratch, Trace& kept, int layer, int position) {
    for (int i = 0; i < kTensorCount; ++i) {
        const auto value = static_cast<TensorId>(i);
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

std::int64_t Counts::MultiplyAdds() const {
    return std::accumulate(multiply_adds.begin(), multiply_adds.end(), std::int64_t{0});
}

Counts& Counts::operator+=(const Counts& other) {
    kv_rows_computed += other.kv_rows_computed;
    for (size_t i = 0; i < multiply_adds.size(); ++i) multiply_adds[i] += other.multiply_adds[i];
    weight_bytes_read += other.weight_bytes_read;
    cache_bytes_read += other.cache_bytes_read;
    cache_bytes_written += other.cache_bytes_written;
    return *this;
}

template <class T>
Engine<T>::Engine(ModelPtr model)
    : model_(std::move(model)),
      config_(model_->config),
      weights_(std::get<Weights<T>>(model_->weights)) {}

template <class T>
Trace Engine<T>::Run(std::span<const TokenId> tokens, KvCache<T>& cache, Capture capture,
                     Counts& counts) const {
    PassPart<T> part{tokens, &cache};
    std::vector<Trace> traces = RunTogether({&part, 1}, capture, counts.weight_bytes_read);
    counts += part.counts;
    return std::move(traces.front());
}

template <class T>
std::vector<Trace> Engine<T>::RunTogether(std::span<PassPart<T>> parts, Capture capture,
                                          std::int64_t& weight_bytes_read) const {
    assert(capture <= Capture::LogitsOnly);
    std::vector<Trace> kept, scratch;
    std::vector<Sequence<T>> sequences;
    // References into these stay valid.
    kept.reserve(parts.size());
    scratch.reserve(parts.size());
    for (PassPart<T>& part : parts) {
        assert(!part.tokens.empty());
        const int first = part.cache->length();
        const int positions = static_cast<int>(part.tokens.size());
        assert(config_.context_length == 0 || first + positions <= config_.context_length);
        kept.emplace_back(config_, kPrecisionOf<T>, first, positions, capture);
        // Where all of its rows are kept, the pass works in the trace itself; else in scratch
        // memory that the layers share.
        const bool keeps_all_rows =
            capture == Capture::Everything || (capture == Capture::LastPosition && positions == 1);
        if (!keeps_all_rows) {
            scratch.emplace_back(config_, kPrecisionOf<T>, first, positions, Capture::Everything,
                                 true);
        }
        Trace& work = keeps_all_rows ? kept.back() : scratch.back();
        sequences.push_back(
            {part.tokens, *part.cache, work, part.counts, first, first + positions});
    }
    const auto keep_last_rows = [&](int layer) {
        if (capture != Capture::LastPosition) return;
        for (size_t i = 0; i < sequences.size(); ++i) {
            Sequence<T>& sequence = sequences[i];
            if (&sequence.work == &kept[i]) continue;
            KeepLastRow<T>(config_, sequence.work, kept[i], layer, sequence.end - 1);
        }
    };

    ForwardPass<T> pass(config_, weights_, sequences, weight_bytes_read);
    pass.Embed();
    for (int layer = 0; layer < config_.layers; ++layer) {
        pass.Layer(layer);
        keep_last_rows(layer);
    }
    pass.FinalNorm();
    keep_last_rows(-1);
    pass.LogitsOfLastPositions(kept);
    return kept;
}

template class Engine<double>;
template class Engine<float>;

}  // namespace decodescope
