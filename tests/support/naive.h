// The model implemented a second time, as literally as its formulas: lists of doubles, no cache, no
// Eigen, no trace. Slow; the engine is checked against it.
#pragma once

#include <span>
#include <vector>

#include "core/model/model.h"

namespace decodescope::naive {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

// What the model computes for `tokens`, all of them at once.
struct Result {
    // [layer][query head][position][dimension or key position]
    std::vector<std::vector<Rows>> scores, weights, head_outputs;
    Rows hidden;  // [position][d_model]
    Row logits;   // of the last position
};

// Float64 models only.
Result Run(const Model& model, std::span<const TokenId> tokens);

}  // namespace decodescope::naive
