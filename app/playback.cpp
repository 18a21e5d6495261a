#include "app/playback.h"

#include <cmath>

namespace decodescope {

std::string SpeedText(double speed, const NumberFormat& format) {
    return FormatInput(std::round(speed * 100) / 100, format) + "×";
}

int NearestSpeed(double speed) {
    int nearest = 0;
    for (size_t i = 0; i < kSpeeds.size(); ++i) {
        const auto ratio = [&](size_t at) { return std::abs(std::log(kSpeeds[at] / speed)); };
        if (ratio(i) < ratio(static_cast<size_t>(nearest))) nearest = static_cast<int>(i);
    }
    return nearest;
}

std::optional<Command> Playback::Tick(const AppState& state, double now) {
    if (!state.ui.playing) {
        next_tick_ = kNever;
        return std::nullopt;
    }
    if (next_tick_ == kNever) next_tick_ = now + state.preferences.seconds_per_stage;
    if (now < next_tick_) return std::nullopt;

    next_tick_ = now + state.preferences.seconds_per_stage;
    if (NextStage(*state.recording, state.ui.playhead) != state.ui.playhead) return GoToNextStage{};
    const bool more_follows = state.recording->stop_reason() == StopReason::None;
    if (more_follows) return std::nullopt;
    return state.preferences.loops ? Command(PlayAgain{}) : Command(TogglePlay{});
}

}  // namespace decodescope
