// The same recipe recomputed without a cache, the whole prefix each time, and compared.
#pragma once

#include <optional>
#include <vector>

#include "core/model/cell.h"
#include "core/run/comparison.h"
#include "core/run/recording.h"

namespace decodescope {

// One pass against its recomputation: a fresh model run over the whole prefix.
struct PassCheck {
    int cached_positions = 0;      // positions whose K and V the pass itself computed (counted)
    int recomputed_positions = 0;  // and the recomputation (counted)
    int cached_total = 0;          // the same, from pass 0 on
    int recomputed_total = 0;
    Counts recomputed_counts;  // all that the recomputation counted
    // Largest |difference| over hidden (all positions so far), logits and probabilities; infinite
    // if only one of two numbers is a NaN. Two NaNs, or equal infinities, do not differ.
    double max_abs_difference = 0.0;
    std::optional<Cell> place;     // of the largest; empty where all are 0
    bool selection_agrees = true;  // greedy: both select the same token, or neither selects one
};

// Recomputes and compares one pass: all that the recording captured of it and of the positions
// before it.
PassCheck CheckPass(const Recording& recording, int pass);

// All passes, totals filled in.
std::vector<PassCheck> CheckAll(const Recording& recording);

// Whether cached and recomputed agree: to the bit, and in what they select. Nothing less is
// expected, because the engine computes each row alike whatever rows share its pass.
inline bool Agrees(const PassCheck& check) {
    return check.max_abs_difference == 0.0 && check.selection_agrees;
}

}  // namespace decodescope
