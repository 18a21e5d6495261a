#include "app/work/playback.h"

#include <cmath>

#include "app/apply/playback_commands.h"
#include "app/apply/playhead_commands.h"

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

namespace {

// Whether there is a next step, and whether there may be one later.
struct Onward {
    bool is_there = false;
    bool may_come = false;
};

Onward OnwardOf(const AppState& state, const std::optional<ViewSteps>& steps) {
    if (steps) return {steps->now < steps->last(), !steps->is_complete};
    return {NextStage(*state.recording, state.ui.playhead) != state.ui.playhead,
            state.recording->finish_reason() == FinishReason::None};
}

}  // namespace

std::optional<Command> Playback::Tick(const AppState& state, double now,
                                      const std::optional<ViewSteps>& steps) {
    if (!state.ui.playing) {
        next_tick_ = kNever;
        return std::nullopt;
    }
    if (next_tick_ == kNever) next_tick_ = now + state.preferences.seconds_per_stage;
    if (now < next_tick_) return std::nullopt;

    next_tick_ = now + state.preferences.seconds_per_stage;
    const Onward onward = OnwardOf(state, steps);
    if (onward.is_there) return GoToNextStage{};
    if (onward.may_come) return std::nullopt;
    return state.preferences.loops ? Command(PlayAgain{}) : Command(TogglePlay{});
}

}  // namespace decodescope
