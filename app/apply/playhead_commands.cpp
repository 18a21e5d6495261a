#include "app/apply/playhead_commands.h"

namespace decodescope {
namespace {

// A step by hand pauses playing.
void Step(AppState& state, Playhead playhead) {
    state.ui.playing = false;
    MoveTo(state, playhead);
}

}  // namespace

void MoveTo(AppState& state, Playhead playhead) {
    state.ui.playhead = Clamp(*state.recording, playhead);
    state.ui.shows_text = false;
    state.ui.open_stage.reset();
    state.ui.sequence_back = 0;
    const int step = state.ui.playhead.step;
    if (step < 0) return;
    const StageStep& at = state.recording->steps()[static_cast<size_t>(step)];
    if (InfoOf(at.stage).per_layer) state.ui.layer = at.layer;
}

bool IsAtEnd(const AppState& state) {
    return state.ui.playhead == Last(*state.recording) &&
           state.recording->finish_reason() != FinishReason::None;
}

void Apply(AppState& state, const GoTo& command) {
    if (!command.keeps_playing) state.ui.playing = false;
    MoveTo(state, command.playhead);
}

void Apply(AppState& state, const GoToNextStage&) {
    if (IsAtEnd(state)) {
        state.ui.shows_text = true;
        return;
    }
    MoveTo(state, NextStage(*state.recording, state.ui.playhead));
    const bool has_selected = WaitingAt(*state.recording, state.ui.playhead).has_value();
    if (state.preferences.stops_at_selection && has_selected) state.ui.playing = false;
}

void Apply(AppState& state, const GoToPreviousStage&) {
    if (state.ui.shows_text) return Step(state, state.ui.playhead);
    Step(state, PreviousStage(*state.recording, state.ui.playhead));
}

void Apply(AppState& state, const GoToNextPass&) {
    Step(state, NextPass(*state.recording, state.ui.playhead));
}

void Apply(AppState& state, const GoToPreviousPass&) {
    Step(state, PreviousPass(*state.recording, state.ui.playhead));
}

void Apply(AppState& state, const GoToFirst&) { Step(state, kStart); }

void Apply(AppState& state, const GoToLast&) { Step(state, Last(*state.recording)); }

void Apply(AppState& state, const ShowText&) {
    if (state.recording->finish_reason() == FinishReason::None) return;
    MoveTo(state, Last(*state.recording));
    state.ui.playing = false;
    state.ui.shows_text = true;
}

}  // namespace decodescope
