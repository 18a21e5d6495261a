// The verb `check`: the cached run against a full recompute.
#pragma once

#include <string>
#include <vector>

#include "app/cli/verb.h"
#include "core/run/check.h"
#include "core/run/recording.h"

namespace decodescope {

// Counts per pass and in total, the largest |difference| and its place, and the verdict in words.
std::string CheckReport(const Recording& recording, const std::vector<PassCheck>& checks);

// Whether every pass agrees (Agrees in core/run/check.h).
bool AllAgree(const std::vector<PassCheck>& checks);

// Exit code kExitNo where the two disagree.
extern const Verb kCheckVerb;

}  // namespace decodescope
