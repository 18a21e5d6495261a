// A batch as text.
#pragma once

#include <string>
#include <vector>

#include "core/serve/batch.h"

namespace decodescope {

// One line per step, to be read aloud, then what was counted and whether every response is the one
// that decoding it alone gives.
std::string BatchText(const BatchRun& run, const std::vector<ResponseCheck>& checks);

}  // namespace decodescope
