#include "app/grant/grant.h"

namespace decodescope {
namespace {

// Moving by hand ends playing.
void Step(AppState& state, Playhead playhead) {
    state.ui.playing = false;
    MoveTo(state, playhead);
}

}  // namespace

void MoveTo(AppState& state, Playhead playhead) {
    state.ui.playhead = Clamp(*state.recording, playhead);
    state.ui.open_stage.reset();
    state.ui.sequence_back = 0;
    const int step = state.ui.playhead.step;
    if (step < 0) return;
    const StageStep& at = state.recording->steps()[static_cast<size_t>(step)];
    if (InfoOf(at.stage).per_layer) state.ui.layer = at.layer;
}

void Grant(AppState& state, const GoTo& wish) { Step(state, wish.playhead); }

void Grant(AppState& state, const GoToNextStage&) {
    MoveTo(state, NextStage(*state.recording, state.ui.playhead));
    const bool has_selected = WaitingAt(*state.recording, state.ui.playhead).has_value();
    if (state.preferences.stops_at_selection && has_selected) state.ui.playing = false;
}

void Grant(AppState& state, const GoToPreviousStage&) {
    Step(state, PreviousStage(*state.recording, state.ui.playhead));
}

void Grant(AppState& state, const GoToNextPass&) {
    Step(state, NextPass(*state.recording, state.ui.playhead));
}

void Grant(AppState& state, const GoToPreviousPass&) {
    Step(state, PreviousPass(*state.recording, state.ui.playhead));
}

void Grant(AppState& state, const GoToFirst&) { Step(state, kStart); }

void Grant(AppState& state, const GoToLast&) { Step(state, Last(*state.recording)); }

void Grant(AppState& state, const TogglePlay&) {
    const bool at_end = state.ui.playhead == Last(*state.recording) &&
                        state.recording->stop_reason() != StopReason::None;
    if (!state.ui.playing && at_end) MoveTo(state, kStart);
    state.ui.playing = !state.ui.playing;
}

}  // namespace decodescope
