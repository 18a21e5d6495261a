// Which branches of a recipe are recorded, and which one is shown beside the present one.
#pragma once

#include <memory>
#include <optional>

#include "app/state/state.h"

namespace decodescope {

// The branch beside the present one: the chosen one, else the one that the rule selects, else the
// last. Nothing if there is only one branch.
std::optional<int> ComparedBranch(const AppState& state);

// Its recording so far; null if there is none.
const std::shared_ptr<const Recording>* ComparedRecording(const AppState& state);

// The recording of any branch so far; that of the present branch is the one that is shown.
const Recording* RecordingOfBranch(const AppState& state, int branch);

// Whether two recipes yield the same passes: they differ at most in their other branches.
bool IsSameRun(const Recipe& a, const Recipe& b);

}  // namespace decodescope
