// How much there is to compute, before it is computed: multiplications, roughly.
#pragma once

#include "core/run/recording.h"

namespace decodescope {

// What a toy takes at most: a few milliseconds, even without an optimiser, so that it can be
// computed within the frame of an edit.
constexpr double kToyWork = 1e6;

constexpr bool IsToy(double work) { return work <= kToyWork; }

// To decode the recording to its end: parameters times positions.
double EstimatedWork(const Recording& recording);

inline bool IsToy(const Recording& recording) { return IsToy(EstimatedWork(recording)); }

}  // namespace decodescope
