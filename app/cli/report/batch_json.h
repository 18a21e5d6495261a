// A batch as JSON.
#pragma once

#include <string>
#include <vector>

#include "core/serve/batch.h"

namespace decodescope {

// "decodescope-batch" version 1: what BatchText says, with the IDs. Requests, slots and steps count
// from 0.
std::string BatchJson(const BatchRun& run, const std::vector<ResponseCheck>& checks);

}  // namespace decodescope
