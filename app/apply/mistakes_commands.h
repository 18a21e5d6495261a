// Commands of the Mistakes view: its passes, and the game of guessing what is wrong with a decoder.
#pragma once

#include "app/state/state.h"

namespace decodescope {

// Shows a pass of its run, or the last one.
struct GoToMistakesPass {
    int pass = 0;
    bool keeps_playing = false;  // else playing is paused, as by every step by hand
};
void Apply(AppState& state, const GoToMistakesPass& command);

// Draws a mistake and hides its name; again: the next round.
struct GuessMistake {};
void Apply(AppState& state, const GuessMistake& command);

struct AnswerMistake {
    Mistake mistake{};
};
void Apply(AppState& state, const AnswerMistake& command);

}  // namespace decodescope
