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

// Runs a pass over weights of one precision.
template <class T>
std::vector<Trace> RunPass(const Config& config, const Weights<T>& weights,
                           std::span<SequenceInput> inputs, Capture capture,
                           std::int64_t& weight_bytes_read) {
    assert(capture <= Capture::LogitsOnly);
    std::vector<Trace> kept, scratch;
    std::vector<Sequence<T>> sequences;
    // References into these stay valid.
    kept.reserve(inputs.size());
    scratch.reserve(inputs.size());
    for (SequenceInput& input : inputs) {
        assert(!input.tokens.empty());
        const int first = input.cache->length();
        const int positions = static_cast<int>(input.tokens.size());
        assert(config.context_length == 0 || first + positions <= config.context_length);
        kept.emplace_back(config, kPrecisionOf<T>, first, positions, capture);
        // Where all of its rows are kept, the pass works in the trace itself; else in scratch
        // memory that the layers share.
        const bool keeps_all_rows =
            capture == Capture::Everything || (capture == Capture::LastPosition && positions == 1);
        if (!keeps_all_rows) {
            scratch.emplace_back(config, kPrecisionOf<T>, first, positions, Capture::Everything,
                                 true);
        }
        Trace& work = keeps_all_rows ? kept.back() : scratch.back();
        sequences.push_back(
            {input.tokens, *input.cache, work, input.counts, first, first + positions});
    }
    const auto keep_last_rows = [&](int layer) {
        if (capture != Capture::LastPosition) return;
        for (size_t i = 0; i < sequences.size(); ++i) {
            Sequence<T>& sequence = sequences[i];
            if (&sequence.work == &kept[i]) continue;
            KeepLastRow<T>(config, sequence.work, kept[i], layer, sequence.end - 1);
        }
    };

    ForwardPass<T> pass(config, weights, sequences, weight_bytes_read);
    pass.Embed();
    for (int layer = 0; layer < config.layers; ++layer) {
        pass.Layer(layer);
        keep_last_rows(layer);
    }
    pass.FinalNorm();
    keep_last_rows(-1);
    pass.LogitsOfLastPositions(kept);
    return kept;
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

Engine::Engine(ModelPtr model) : model_(std::move(model)) {}

Trace Engine::Run(std::span<const TokenId> tokens, KvCache& cache, Capture capture,
                  Counts& counts) const {
    SequenceInput sequence{tokens, &cache};
    std::vector<Trace> traces = RunTogether({&sequence, 1}, capture, counts.weight_bytes_read);
    counts += sequence.counts;
    return std::move(traces.front());
}

std::vector<Trace> Engine::RunTogether(std::span<SequenceInput> sequences, Capture capture,
                                       std::int64_t& weight_bytes_read) const {
    const auto run = [&](const auto& weights) {
        return RunPass(model_->config, weights, sequences, capture, weight_bytes_read);
    };
    return std::visit(run, model_->weights);
}

}  // namespace decodescope
