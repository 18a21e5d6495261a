// The state of the Mistakes view: which mistake is shown, where, and the guessing game.
#pragma once

#include <cstdint>
#include <optional>

#include "core/mistakes/mistake.h"

namespace decodescope {

struct AppState;

// A mistake shown without its name. Seed and round determine which one.
struct MistakeGuess {
    std::uint64_t seed = 0;
    int round = 0;
    std::optional<Mistake> answer;
    bool shows_hint = false;
    bool numbers_only = false;  // the checks are hidden until it is answered

    friend bool operator==(const MistakeGuess&, const MistakeGuess&) = default;
};

struct MistakesViewState {
    Mistake mistake = Mistake::OwnTokenLeftOut;
    bool edits_embedding = false;  // which edit made a cache stale: the embedding, or the prompt
    int pass = 0;                  // shown, or the run's last if it has fewer
    int row = 0;                   // of a batch
    std::optional<MistakeGuess> guess;
    int right = 0, asked = 0;  // answers so far

    bool is_hidden() const { return guess && !guess->answer; }
    bool hides_checks() const { return is_hidden() && guess->numbers_only; }

    friend bool operator==(const MistakesViewState&, const MistakesViewState&) = default;
};

// Pass and row at least 0; the run may still have fewer.
MistakesViewState InRange(MistakesViewState view, const AppState& state);

// The mistake of a round: one that the recipe can show, and not that of the round before.
Mistake DrawnMistake(const Recipe& recipe, std::uint64_t seed, int round);

}  // namespace decodescope
