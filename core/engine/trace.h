// What one pass computed: a row of each tensor for each captured position, in one block of memory.
//
// Rows of scores and attention weights are as long as their position + 1, because the future does
// not exist for them. Where a tensor is in the block follows from the configuration alone:
//
//   | x: n rows | layer 0: q: n rows, k: n rows, ... | layer 1: ... | logits | ... |
#pragma once

#include <array>
#include <memory>
#include <variant>

#include "core/base/numbers.h"
#include "core/model/config.h"
#include "core/model/dataflow.h"

namespace decodescope {

// How much of a pass is kept.
enum class Capture {
    Everything,    // all tensors, all positions
    LastPosition,  // all tensors, the last position
    LogitsOnly,    // logits and probabilities, nothing else
    Checked,       // what a check compares (core/run/check.h): as Lasting, logits, probabilities
    // What is left of a pass for ever (core/run/trace_memory.h): k and v as the cache has them, and
    // hidden. Never asked of the engine, as the rest.
    Lasting,
    // Of a pass that another worker ran (core/serve/disaggregation.h), never asked of the engine:
    CachedRows,         // k and v as the cache has them, nothing else
    CachedRowsAndLast,  // the same, and all tensors of the last position
};

// Whether a capture of positions [first, last] has the row of a tensor at one of them.
bool IsCaptured(const Config& config, Capture capture, TensorId tensor, int first, int last,
                int position);

class Trace {
public:
    // Memory for what is captured of positions [first_position, first_position + positions).
    // `shared_layers`: all layers use the memory of one (for what is not kept).
    Trace(const Config& config, Precision precision, int first_position, int positions,
          Capture capture, bool shared_layers = false);

    Capture capture() const { return capture_; }

    // Whether the row of this tensor was captured at this position.
    bool Has(TensorId tensor, int position) const;

    // The row of a tensor at a position: all heads side by side for q, k, v and head outputs. For
    // scores and attention weights `head` chooses one. It must have been captured (assert).
    Numbers Row(TensorId tensor, int layer, int position, int head = 0) const;

    // Copies all rows that both have.
    void CopyRowsFrom(const Trace& other, const Config& config);

    // Writes a row, rounded to the trace's precision.
    void SetRow(TensorId tensor, int layer, int position, int head, Numbers row);

    // For the engine: the row itself, to write to. T must be the trace's precision.
    template <class T>
    T* MutableRow(TensorId tensor, int layer, int position, int head = 0) {
        return std::get<std::unique_ptr<T[]>>(arena_).get() + Offset(tensor, layer, position, head);
    }

    // Entries in a row of this tensor.
    int RowLength(TensorId tensor, int position) const;

    size_t bytes() const;

private:
    // Where a tensor begins in the arena, and how far apart its layers, heads and rows are.
    struct Place {
        size_t begin = 0;
        size_t layer_stride = 0;
        size_t head_stride = 0;
        int row_length = 0;      // 0: absent; -1: position + 1 entries, rows packed
        int first_position = 0;  // of the rows that are kept
    };

    size_t Offset(TensorId tensor, int layer, int position, int head) const;

    std::array<Place, kTensorCount> places_;
    std::variant<std::unique_ptr<double[]>, std::unique_ptr<float[]>> arena_;
    size_t size_ = 0;
    Capture capture_;
    int first_position_, last_position_;
};

// Calls visit(tensor, layer, position, head) for each row that a trace has of positions [first,
// end), in the order of tensors, layers, heads and positions. Only scores and attention weights
// have a row for each head.
template <class Visit>
void ForEachRow(const Config& config, const Trace& trace, int first, int end, Visit visit) {
    for (int i = 0; i < kTensorCount; ++i) {
        const TensorInfo& info = InfoOf(static_cast<TensorId>(i));
        const int layers = info.per_layer ? config.layers : 1;
        const int heads = info.columns == Axis::KeyPosition ? HeadCount(config, info.tensor) : 1;
        for (int layer = 0; layer < layers; ++layer) {
            for (int head = 0; head < heads; ++head) {
                for (int position = first; position < end; ++position) {
                    if (trace.Has(info.tensor, position)) visit(info.tensor, layer, position, head);
                }
            }
        }
    }
}

}  // namespace decodescope
