#include <algorithm>

#include "app/apply/apply.h"
#include "app/work/view_timeline.h"

namespace decodescope {

void Grant(AppState& state, const PlayAgain&) {
    if (StepsOfView(state))
        ShowStepOfView(state, -1);
    else
        MoveTo(state, kStart);
}

void Grant(AppState& state, const SetPlaySpeed& wish) {
    const double speed = std::clamp(wish.speed, kLeastSpeed, kMostSpeed);
    state.preferences.seconds_per_stage = kUsualSecondsPerStage / speed;
}

void Grant(AppState& state, const ToggleLoop&) {
    state.preferences.loops = !state.preferences.loops;
}

void Grant(AppState& state, const ToggleStopAtSelection&) {
    state.preferences.stops_at_selection = !state.preferences.stops_at_selection;
}

}  // namespace decodescope
