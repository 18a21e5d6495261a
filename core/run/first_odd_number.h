// Where a run stopped being ordinary: the first number that is NaN or infinite.
#pragma once

#include <optional>

#include "core/model/cell.h"
#include "core/run/recording.h"

namespace decodescope {

// In the order in which it was computed, up to and including this pass; if it comes from a
// parameter that is NaN or infinite itself, that parameter. Nothing where all numbers are finite.
// Only what the recording captured is looked at.
std::optional<Cell> FirstOddNumber(const Recording& recording, int last_pass);

}  // namespace decodescope
