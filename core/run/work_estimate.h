// How much there is to compute, before it is computed.
#pragma once

#include "core/run/recording.h"

namespace decodescope {

// Multiplications that decoding the recording to its end takes, roughly: parameters times
// positions.
double EstimatedWork(const Recording& recording);

// Whether a recipe is decoded within the frame of its edit.
bool IsToy(const Recording& recording);

}  // namespace decodescope
