// Playing: one stage after another at an even pace, until the end or in a loop.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>

#include "app/state/command.h"
#include "app/state/state.h"
#include "app/work/view_steps.h"

namespace decodescope {

// The speeds to choose from, slowest first; 1 is the usual one.
inline constexpr std::array kSpeeds{0.25, 0.5, 1.0, 2.0, 4.0};

inline double SpeedOf(const Preferences& preferences) {
    return kUsualSecondsPerStage / preferences.seconds_per_stage;
}

// "1×", "0.5×".
std::string SpeedText(double speed, const NumberFormat& format);

// The index of the nearest of kSpeeds.
int NearestSpeed(double speed);

class Playback {
public:
    // The command to step on, once it is time. `now` in seconds, on any clock; `steps` of the view
    // that is shown, if it has its own.
    std::optional<Command> Tick(const AppState& state, double now,
                                const std::optional<ViewSteps>& steps = std::nullopt);

    // When to call Tick next; infinity while nothing plays.
    double next_tick() const { return next_tick_; }

private:
    static constexpr double kNever = std::numeric_limits<double>::infinity();

    double next_tick_ = kNever;
};

}  // namespace decodescope
