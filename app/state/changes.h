// What an edit changed: a recording compared with the one that was shown before it.
#pragma once

#include <optional>
#include <string>

#include "app/state/state.h"

namespace decodescope {

// The number before the last edit, if it was a different one.
std::optional<double> NumberBefore(const AppState& state, const Cell& cell);

// The first pass that selects a different token than before (FirstFlippedPass).
struct Flip {
    int pass = 0;
    std::string before;  // as in a sentence; empty: nothing could be selected
    std::string after;

    friend bool operator==(const Flip&, const Flip&) = default;
};

// What the last edit flipped in the recording that is shown, if anything.
std::optional<Flip> FlipOf(const AppState& state);

// "Pass 1 now selects C instead of B; from there the sequence differs."
std::string Describe(const Flip& flip);

// The recording to compare cells with while they are marked, or null.
const Recording* MarkedAgainst(const AppState& state);

}  // namespace decodescope
