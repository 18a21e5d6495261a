// Commands of the game in the Mistakes view: guess what is wrong with a decoder.
#pragma once

#include "app/state/state.h"

namespace decodescope {

// Draws a mistake and hides its name; again: the next round.
struct GuessMistake {};
void Apply(AppState& state, const GuessMistake& command);

struct AnswerMistake {
    Mistake mistake{};
};
void Apply(AppState& state, const AnswerMistake& command);

}  // namespace decodescope
