// One run of the model over new positions: the arithmetic, and nothing but the arithmetic.
//
// A pass reads the cache as it stands, computes K and V of its own positions, appends them layer by
// layer, and attends to all that is cached then, its own positions included. Prefill is a pass over
// all prompt positions, causally masked; a decode pass is the same over a single position.
//
// Every row is computed by the same kernels whatever other rows share its pass, so a position's
// values do not depend, to the bit, on whether it came with the prompt or alone
// (docs/decisions/0003-batch-invariant-kernels.md).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/engine/kv_cache.h"
#include "core/engine/trace.h"
#include "core/model/model.h"

namespace decodescope {

// What was done, counted where it was done.
//
// Multiply-adds are those of products: projections, scores, mix, MLP and logits; norms, softmax,
// RoPE and additions are not among them. Bytes are those that must come from memory at least: each
// number that a stage reads is counted once for that stage, however many positions of the pass, or
// query heads that share a KV head, use it. Of an embedding a row is read for each position that
// looks one up; the output matrix, tied to it or not, is read as a whole.
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

// What a sequence brings to a pass: its new tokens and the cache that they are appended to; and
// what it cost.
struct SequenceInput {
    std::span<const TokenId> tokens;  // at the positions after the cache
    KvCache* cache = nullptr;
    Counts counts = {};  // added to, but for the weights: those are read for all sequences together
};

class Engine {
public:
    // The model must be valid (Validate).
    explicit Engine(ModelPtr model);

    // Runs one pass over `tokens` at the positions after `cache`, appending to it. Adds to
    // `counts`. Logits and probabilities are those of the last position. The trace holds what
    // `capture` asks.
    Trace Run(std::span<const TokenId> tokens, KvCache& cache, Capture capture,
              Counts& counts) const;

    // The same for several sequences together, each with a cache of its own, stage by stage: each
    // weight is read once for all of them, and its bytes are added to `weight_bytes_read`. A trace
    // for each sequence, equal to the bit to that of the sequence alone.
    std::vector<Trace> RunTogether(std::span<SequenceInput> sequences, Capture capture,
                                   std::int64_t& weight_bytes_read) const;

private:
    ModelPtr model_;
};

}  // namespace decodescope
