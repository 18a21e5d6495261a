// How much there is to compute, and how much memory that takes, before it is computed.
#pragma once

#include "core/run/recording.h"

namespace decodescope {

// What a toy takes at most, in multiplications: a few milliseconds, even without an optimiser, so
// that it can be computed within the frame of an edit.
constexpr double kToyWork = 1e6;

constexpr bool IsToy(double work) { return work <= kToyWork; }

// Multiplications, roughly, to decode the recording to its end: parameters times positions, and for
// attention each position times all up to it.
double EstimatedWork(const Recording& recording);

inline bool IsToy(const Recording& recording) { return IsToy(EstimatedWork(recording)); }

// The same to recompute every pass without a cache (check.h).
double EstimatedCheckWork(const Recording& recording);

// Bytes that the passes and the cache take at most, if everything is captured and the traces keep
// to the recording's memory (trace_memory.h).
double EstimatedBytes(const Recording& recording);

// Throws Error, with both numbers, where the recording would take more than `free_bytes`.
void RequireMemory(const Recording& recording, double free_bytes);

}  // namespace decodescope
