#include "core/engine/rows_in_pass.h"

#include <cassert>

namespace decodescope {

template <class T>
RowsInPass<T>::RowsInPass(const Config& config, const RopeFrequencies& frequencies,
                          std::span<SequenceInput> inputs, Capture capture) {
    sequences_.reserve(inputs.size());  // rows point to them
    for (SequenceInput& input : inputs) {
        const int first = input.cache->length();
        const int positions = static_cast<int>(input.tokens.size());
        assert(positions > 0);
        assert(config.context_length == 0 || first + positions <= config.context_length);
        sequences_.push_back({.config = config,
                              .cache = *input.cache,
                              .counts = input.counts,
                              .first = first,
                              .end = first + positions,
                              .kept = Trace(config, kPrecisionOf<T>, first, positions, capture)});
        SequenceInPass<T>& sequence = sequences_.back();
        const bool keeps_all =
            capture == Capture::Everything || (capture == Capture::LastPosition && positions == 1);
        if (!keeps_all) {
            sequence.scratch.emplace(config, kPrecisionOf<T>, first, positions, Capture::Everything,
                                     true);
        }
        for (int i = 0; i < positions; ++i) {
            rows_.push_back({&sequence, input.tokens[static_cast<size_t>(i)], first + i, {}});
        }
        last_rows_.push_back(rows_.back());
    }
    if (config.positions != Positions::Rope) return;
    for (Row& row : rows_) row.rotations = RotationsAt<T>(config, frequencies, row.position);
}

template <class T>
std::vector<Trace> RowsInPass<T>::TakeTraces() {
    std::vector<Trace> traces;
    traces.reserve(sequences_.size());
    for (SequenceInPass<T>& sequence : sequences_) traces.push_back(std::move(sequence.kept));
    return traces;
}

template class RowsInPass<double>;
template class RowsInPass<float>;

}  // namespace decodescope
