// The rows of a pass under way: one for each new position of each of its sequences.
//
//   a prefill of 3 positions             a batch: a prefill of 3, and a decode pass
//     row 0  position 0                    row 0 .. 2  sequence 0, positions 0 .. 2
//         1           1                        3       sequence 1, position 17
//         2           2
//
// A stage works on all rows; what a row needs of its sequence (the cache, its position) it knows.
// Where the numbers are is decided here: a tensor's row is in the trace of its sequence if that
// keeps it, else in scratch memory that the layers share. The engine's own.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/engine/cached_rows.h"
#include "core/engine/engine.h"
#include "core/engine/math.h"
#include "core/engine/trace.h"

namespace decodescope {

// A sequence in a pass under way: where its positions are, and its memory.
template <class T>
struct SequenceInPass {
    const Config& config;
    KvCache& cache;
    Counts& counts;
    int first;                     // position of its first row
    int end;                       // one past its last
    Trace kept;                    // what is captured
    std::optional<Trace> scratch;  // for the rest; nothing where all is captured

    Trace& MemoryOf(TensorId tensor, int position) {
        return kept.Has(tensor, position) ? kept : *scratch;
    }
};

template <class T>
struct RowInPass {
    SequenceInPass<T>* sequence;
    TokenId token;
    int position;
    std::vector<Rotation<T>> rotations;  // [head_dim / 2], RoPE only

    KvCache& cache() const { return sequence->cache; }

    // What the row may see in a layer: the cached rows up to its own.
    CachedRows<T> Cached(int layer) const {
        return CachedRows<T>(sequence->config, cache(), layer, position + 1);
    }
};

// A tensor of the pass: where each of its rows is.
template <class T>
struct TensorInPass {
    TensorAt at;

    // Its row, all heads side by side: [Width].
    T* operator[](const RowInPass<T>& row) const { return RowAt(row, 0); }

    // One head's part of a row: [head_dim], or [position + 1] of scores and attention weights.
    T* Head(const RowInPass<T>& row, int head) const {
        const bool has_own_rows = InfoOf(at.tensor).columns == Axis::KeyPosition;
        if (has_own_rows) return RowAt(row, head);
        return RowAt(row, 0) + head * row.sequence->config.head_dim;
    }

    // All of them.
    Heads<T> AllHeads(const RowInPass<T>& row) const {
        const bool is_one = row.sequence->config.query_heads == 1;
        return {Head(row, 0), is_one ? 0 : Head(row, 1) - Head(row, 0)};
    }

    int Width(const RowInPass<T>& row) const {
        return Memory(row).RowLength(at.tensor, row.position);
    }

private:
    Trace& Memory(const RowInPass<T>& row) const {
        return row.sequence->MemoryOf(at.tensor, row.position);
    }
    T* RowAt(const RowInPass<T>& row, int head) const {
        return Memory(row).template MutableRow<T>(at.tensor, at.layer, row.position, head);
    }
};

template <class T>
class RowsInPass {
public:
    using Row = RowInPass<T>;

    // Takes each sequence's tokens after its cache.
    RowsInPass(const Config& config, const RopeFrequencies& frequencies,
               std::span<SequenceInput> inputs, Capture capture);

    std::span<const Row> all() const { return rows_; }
    std::span<const Row> last() const { return last_rows_; }  // of each sequence

    std::vector<SequenceInPass<T>>& sequences() { return sequences_; }

    // What was captured: a trace for each sequence. Ends the pass.
    std::vector<Trace> TakeTraces();

private:
    std::vector<SequenceInPass<T>> sequences_;
    std::vector<Row> rows_, last_rows_;
};

}  // namespace decodescope
