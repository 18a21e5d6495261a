#include "app/work/transition_clock.h"

namespace decodescope {

Transition TransitionClock::Follow(const AppState& state, bool is_scrubbing, double now) {
    const Playhead playhead = state.ui.playhead;
    if (playhead != playhead_ || state.recording != recording_) {
        const bool moves =
            state.preferences.has_motion && !is_scrubbing && state.recording == recording_;
        kind_ =
            moves ? TransitionBetween(*state.recording, playhead_, playhead) : TransitionKind::None;
        began_ = now;
        playhead_ = playhead;
        recording_ = state.recording;
    }
    const double seconds = SecondsOf(kind_);
    const double gone = now - began_;
    if (gone >= seconds) kind_ = TransitionKind::None;
    if (kind_ == TransitionKind::None) return {};
    return {kind_, static_cast<float>(gone / seconds)};
}

}  // namespace decodescope
