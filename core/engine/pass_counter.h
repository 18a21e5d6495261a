// Counts what a pass does (counts.h). A stage calls it once, when it has done its work. The
// engine's own.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/engine/rows_in_pass.h"

namespace decodescope {

template <class T>
class PassCounter {
public:
    // `weight_bytes_read` is for all sequences of the pass, whose other counts are their own.
    PassCounter(RowsInPass<T>& rows, std::int64_t& weight_bytes_read)
        : rows_(rows), weight_bytes_read_(weight_bytes_read) {}

    // This many weights were read, once for all rows.
    void Weights(std::int64_t numbers) { weight_bytes_read_ += numbers * kSize; }

    // Each row looked up its token's embedding: [d_model], and that of its position where those are
    // learned. A row of a table that several look up is read once.
    void Embeddings(int d_model, bool is_learned) {
        std::vector<int> tokens, positions;
        for (const RowInPass<T>& row : rows_.all()) {
            tokens.push_back(row.token);
            if (is_learned) positions.push_back(row.position);
        }
        Weights((Distinct(tokens) + Distinct(positions)) * d_model);
    }

    // Each row was multiplied with a matrix of this many numbers.
    void Products(Stage stage, std::span<const RowInPass<T>> rows, std::int64_t numbers) {
        for (const RowInPass<T>& row : rows) MultiplyAdds(*row.sequence, stage) += numbers;
    }

    // K and V of each row were appended to the cache of a layer.
    void Append() {
        for (SequenceInPass<T>& sequence : rows_.sequences()) {
            const int positions = sequence.end - sequence.first;
            sequence.counts.kv_rows_computed += positions;
            sequence.counts.cache_bytes_written += 2 * CacheBytes(sequence, positions);
        }
    }

    // Each row attended to the K, or the V, of all positions up to its own. A sequence's rows are
    // read once.
    void Attention(Stage stage) {
        for (const RowInPass<T>& row : rows_.all()) {
            MultiplyAdds(*row.sequence, stage) +=
                std::int64_t{row.sequence->config.query_width()} * (row.position + 1);
        }
        for (SequenceInPass<T>& sequence : rows_.sequences()) {
            sequence.counts.cache_bytes_read += CacheBytes(sequence, sequence.end);
        }
    }

private:
    static constexpr std::int64_t kSize = sizeof(T);

    static std::int64_t Distinct(std::vector<int>& numbers) {
        std::ranges::sort(numbers);
        return std::unique(numbers.begin(), numbers.end()) - numbers.begin();
    }

    static std::int64_t& MultiplyAdds(SequenceInPass<T>& sequence, Stage stage) {
        return sequence.counts.multiply_adds[static_cast<size_t>(stage)];
    }

    // Of K or V of a layer.
    static std::int64_t CacheBytes(const SequenceInPass<T>& sequence, int positions) {
        return std::int64_t{positions} * sequence.config.kv_width() * kSize;
    }

    RowsInPass<T>& rows_;
    std::int64_t& weight_bytes_read_;
};

}  // namespace decodescope
