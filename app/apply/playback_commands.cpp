#include "app/apply/playback_commands.h"

#include <algorithm>

#include "app/apply/playhead_commands.h"

namespace decodescope {

void Apply(AppState& state, const TogglePlay&) {
    if (!state.ui.playing && IsAtEnd(state)) MoveTo(state, kStart);
    state.ui.playing = !state.ui.playing;
}

void Apply(AppState& state, const SetPlaying& command) { state.ui.playing = command.playing; }

void Apply(AppState& state, const PlayAgain&) { MoveTo(state, kStart); }

void Apply(AppState& state, const SetPlaySpeed& command) {
    const double speed = std::clamp(command.speed, kLeastSpeed, kMostSpeed);
    state.preferences.seconds_per_stage = kUsualSecondsPerStage / speed;
}

void Apply(AppState& state, const ToggleLoop&) {
    state.preferences.loops = !state.preferences.loops;
}

void Apply(AppState& state, const ToggleStopAtSelection&) {
    state.preferences.stops_at_selection = !state.preferences.stops_at_selection;
}

}  // namespace decodescope
