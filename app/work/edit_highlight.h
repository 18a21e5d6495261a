// How long the numbers that an edit changed stay marked.
#pragma once

#include <limits>
#include <optional>

#include "app/state/command.h"
#include "app/state/state.h"

namespace decodescope {

constexpr double kMarkedSeconds = 2.5;

class EditHighlight {
public:
    // The command to remove the marks once their time is over. It starts when the edit's recording
    // is shown, and again with every further edit. `now` in seconds, on any clock.
    std::optional<Command> Tick(const AppState& state, double now);

    // When to call Tick next; infinity while nothing is marked.
    double next_tick() const { return next_tick_; }

private:
    static constexpr double kNever = std::numeric_limits<double>::infinity();

    int number_ = -1;  // of the edit that is marked
    double next_tick_ = kNever;
};

}  // namespace decodescope
