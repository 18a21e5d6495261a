// Commands about playing: stage after stage by the clock.
#pragma once

#include "app/state/state.h"

namespace decodescope {

// At the end, playing begins at the start again.
struct TogglePlay {};
void Apply(AppState& state, const TogglePlay& command);

struct SetPlaying {
    bool playing = false;
};
void Apply(AppState& state, const SetPlaying& command);

// Back to the start, without pausing.
struct PlayAgain {};
void Apply(AppState& state, const PlayAgain& command);

struct SetPlaySpeed {
    double speed = 1;  // 1: kUsualSecondsPerStage
};
void Apply(AppState& state, const SetPlaySpeed& command);

struct ToggleLoop {};
void Apply(AppState& state, const ToggleLoop& command);

struct ToggleStopAtSelection {};
void Apply(AppState& state, const ToggleStopAtSelection& command);

}  // namespace decodescope
