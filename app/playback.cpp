#include "app/playback.h"

namespace decodescope {

std::optional<Command> Playback::Tick(const AppState& state, double now) {
    if (!state.ui.playing) {
        next_tick_ = kNever;
        return std::nullopt;
    }
    if (next_tick_ == kNever) next_tick_ = now + kSecondsPerStage;
    if (now < next_tick_) return std::nullopt;

    next_tick_ = now + kSecondsPerStage;
    if (NextStage(*state.recording, state.ui.playhead) != state.ui.playhead) return GoToNextStage{};
    const bool more_follows = state.recording->stop_reason() == StopReason::None;
    return more_follows ? std::nullopt : std::optional<Command>(TogglePlay{});
}

}  // namespace decodescope
