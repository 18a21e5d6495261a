// `decodescope batch`: several responses served together, step by step, and each against itself
// alone.
#pragma once

#include <string>
#include <vector>

#include "app/cli/options.h"
#include "core/serve/batch.h"

namespace decodescope {

// The batch that was asked for. Throws Error where an option does not fit, or a prompt cannot be
// served.
Batch BatchFrom(const Options& options);

// A line a step, to be read aloud, then what was counted and whether every row equals itself alone.
std::string BatchReport(const BatchRun& run, const std::vector<ResponseCheck>& checks);

// "decodescope-batch" version 1: the same as JSON, with the IDs. Rows, slots and steps count from
// 0.
std::string BatchJson(const BatchRun& run, const std::vector<ResponseCheck>& checks);

int RunBatch(const Options& options);

}  // namespace decodescope
