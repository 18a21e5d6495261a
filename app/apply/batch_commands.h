// The batch view: its step, and how its run is made; a toy's at once, a larger model's as its steps
// arrive.
#pragma once

#include <vector>

#include "app/state/state.h"

namespace decodescope {

// Shows a step, or the nearest there is.
struct GoToBatchStep {
    int step = 0;
    bool keeps_playing = false;  // else playing is paused, as by every step by hand
};
void Apply(AppState& state, const GoToBatchStep& command);

// Further steps of the batch, for a larger model.
struct AddBatchSteps {
    int edition = 0;  // BatchWork::edition when they were asked for
    std::vector<BatchStepPtr> steps;
};
void Apply(AppState& state, const AddBatchSteps& command);

// While the batch view is shown, its run is of the batch as it is set up, on the model as it is.
// After every command.
void FollowBatch(AppState& state);

}  // namespace decodescope
