// Playing: one stage after another, at an even pace, until the end.
#pragma once

#include <limits>
#include <optional>

#include "app/command.h"

namespace decodescope {

constexpr double kSecondsPerStage = 0.9;

class Playback {
public:
    // The wish to step on, once the time for it has come. `now` in seconds, on any clock.
    std::optional<Command> Tick(const AppState& state, double now);

    // When Tick wants to be called next; infinity while nothing plays.
    double next_tick() const { return next_tick_; }

private:
    static constexpr double kNever = std::numeric_limits<double>::infinity();

    double next_tick_ = kNever;
};

}  // namespace decodescope
