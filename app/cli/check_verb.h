// The verb `check`: the cached run against a full recompute.
#pragma once

#include <string>
#include <vector>

#include "app/cli/options.h"
#include "core/run/check.h"
#include "core/run/recording.h"

namespace decodescope {

// Counts per pass and in total, the largest |difference| and its place, and the verdict in words.
std::string CheckReport(const Recording& recording, const std::vector<PassCheck>& checks);

// Whether every pass agrees (Agrees in core/check.h).
bool AllAgree(const std::vector<PassCheck>& checks);

// Runs the recipe, checks it and writes the report. Returns kExitNo where the two disagree.
int RunCheck(const Options& options);

}  // namespace decodescope
