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

#include <cstdint>
#include <span>

#include "core/kv_cache.h"
#include "core/model.h"
#include "core/trace.h"

namespace decodescope {

// What a pass did, counted where it was done.
struct Counts {
    std::int64_t kv_rows_computed = 0;  // one per position and layer

    // Positions whose K and V were computed (in all layers).
    int KvPositions(const Config& config) const {
        return static_cast<int>(kv_rows_computed / config.layers);
    }
};

template <class T>
class Engine {
public:
    // The model must be valid (Validate) and its weights of precision T.
    explicit Engine(ModelPtr model);

    // Runs one pass over `tokens` at the positions behind `cache`, appending to it. Adds to `counts`.
    // Logits and probabilities are those of the last position. The trace holds what `capture` asks.
    Trace Run(std::span<const TokenId> tokens, KvCache<T>& cache, Capture capture,
              Counts& counts) const;

private:
    ModelPtr model_;
    const Config& config_;
    const Weights<T>& weights_;
};

}  // namespace decodescope
