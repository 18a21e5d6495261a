#include <algorithm>

#include "app/apply/apply.h"

namespace decodescope {

void Apply(AppState& state, const SetMistakesView& command) {
    state.ui.mistakes = command.look;
    state.ui.mistakes.pass = std::max(0, command.look.pass);
    state.ui.mistakes.row = std::max(0, command.look.row);
}

// A first guess begins with the recipe's own seed; every further one is the next round.
void Apply(AppState& state, const GuessMistake&) {
    MistakesViewState& look = state.ui.mistakes;
    const Recipe& recipe = state.recording->recipe();
    MistakeGuess guess{.seed = recipe.rule.seed};
    if (look.guess) {
        guess.seed = look.guess->seed;
        guess.round = look.guess->round + 1;
        guess.numbers_only = look.guess->numbers_only;
    } else {
        look.right = look.asked = 0;
    }
    look.guess = guess;
    look.mistake = DrawnMistake(recipe, guess.seed, guess.round);
    look.edits_embedding = false;
    look.pass = look.row = 0;
}

void Apply(AppState& state, const AnswerMistake& command) {
    MistakesViewState& look = state.ui.mistakes;
    if (!look.is_hidden()) return;
    look.guess->answer = command.mistake;
    ++look.asked;
    if (command.mistake == look.mistake) ++look.right;
}

}  // namespace decodescope
