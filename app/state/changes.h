// What an edit changed: a recording against the one that was shown before it.
#pragma once

#include <optional>
#include <string>

#include "app/state/state.h"

namespace decodescope {

// Whether both recordings have a number and it is not the same in them. A NaN is the same as a NaN.
bool Differs(const Recording& before, const Recording& after, const Cell& cell);

// The number that stood there before the last edit, where it was another one.
std::optional<double> NumberBefore(const AppState& state, const Cell& cell);

// The first pass that selects another token than before. Tokens are the same where their texts are:
// one that only got another ID, or another name at the same ID, has not flipped.
struct Flip {
    int pass = 0;
    std::string before;  // as it stands in a sentence; empty: nothing could be selected
    std::string after;

    friend bool operator==(const Flip&, const Flip&) = default;
};

// Nothing where no selection flipped, or where the prompts differ: then the passes are not the
// same.
std::optional<Flip> FirstFlip(const Recording& before, const Recording& after);

// What the last edit flipped in the recording that is shown.
std::optional<Flip> FlipOf(const AppState& state);

// "Pass 1 now selects C instead of B; from there the sequence differs."
std::string Describe(const Flip& flip);

// The recording to compare cells with while they are marked, or null.
const Recording* MarkedAgainst(const AppState& state);

}  // namespace decodescope
