// Commands of the Disaggregated view.
#pragma once

#include "app/state/state.h"

namespace decodescope {

// Shows a step, or the nearest there is.
struct GoToDisaggregationStep {
    int step = 0;
    bool keeps_playing = false;  // else playing is paused, as by every step by hand
};
void Apply(AppState& state, const GoToDisaggregationStep& command);

}  // namespace decodescope
