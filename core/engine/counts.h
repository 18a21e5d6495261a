// What was done in a pass, counted where it was done.
//
// Multiply-adds are those of products: projections, scores, weighted sums of V, MLP and logits;
// norms, softmax, RoPE and additions are not among them. Bytes are a lower bound on memory traffic:
// each number that a stage reads is counted once for that stage, however many positions of the
// pass, or query heads that share a KV head, use it. Of an embedding, those rows are read that some
// position of the pass looks up; the output matrix, tied to it or not, is read as a whole.
#pragma once

#include <array>
#include <cstdint>

#include "core/model/tensor_table.h"

namespace decodescope {

struct Counts {
    std::int64_t kv_rows_computed = 0;                      // one per position and layer
    std::array<std::int64_t, kStageCount> multiply_adds{};  // by stage, of all layers
    std::int64_t weight_bytes_read = 0;
    std::int64_t cache_bytes_read = 0;
    std::int64_t cache_bytes_written = 0;

    // Positions whose K and V were computed (in all layers).
    int KvPositions(const Config& config) const {
        return static_cast<int>(kv_rows_computed / config.layers);
    }

    std::int64_t MultiplyAdds() const;  // of all stages

    Counts& operator+=(const Counts& other);

    friend bool operator==(const Counts&, const Counts&) = default;
};

}  // namespace decodescope
