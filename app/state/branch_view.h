// Which branches of a recipe are known, and which one stands beside the present one.
#pragma once

#include <memory>
#include <optional>

#include "app/state/state.h"

namespace decodescope {

// The branch beside the present one: the one that was chosen, else the rule's own, else the last.
// Nothing where there is one branch alone.
std::optional<int> ComparedBranch(const AppState& state);

// Its recording, as far as it is known; null where nothing is.
const std::shared_ptr<const Recording>* ComparedRecording(const AppState& state);

// The recording of any branch, as far as it is known; the present one's is the one that is shown.
const Recording* RecordingOfBranch(const AppState& state, int branch);

// Whether two recipes yield the same passes: they differ at most in the branches beside the present
// one.
bool IsSameRun(const Recipe& a, const Recipe& b);

}  // namespace decodescope
