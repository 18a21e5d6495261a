// One run of the model over new positions: the arithmetic, and nothing but the arithmetic.
//
// A pass computes K and V of its own positions, appends them to the cache layer by layer, and
// attends to all that is cached then, its own positions included. Prefill is a pass over all prompt
// positions, causally masked; a decode pass is the same over a single position. The stages are in
// forward.cpp.
//
// Every row is computed by the same kernels whatever other rows share its pass, so a position's
// values do not depend, to the bit, on whether it came with the prompt or alone
// (docs/decisions/0003-batch-invariant-kernels.md).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/engine/counts.h"
#include "core/engine/kv_cache.h"
#include "core/engine/trace.h"
#include "core/model/model.h"

namespace decodescope {

class Threads;

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
    std::vector<double> rope_frequencies_;  // [head_dim / 2], RoPE only
    std::shared_ptr<Threads> threads_;      // that share a pass; one alone for a small model
};

}  // namespace decodescope
