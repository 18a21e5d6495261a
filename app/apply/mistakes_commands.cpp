#include "app/apply/mistakes_commands.h"

#include <algorithm>

namespace decodescope {

void Apply(AppState& state, const GoToMistakesPass& command) {
    if (!command.keeps_playing) state.ui.playing = false;
    state.ui.mistakes.pass = std::max(0, command.pass);
}

// The first guess uses the recipe's seed; each further one is the next round.
void Apply(AppState& state, const GuessMistake&) {
    MistakesViewState& view = state.ui.mistakes;
    const Recipe& recipe = state.recording->recipe();
    MistakeGuess guess{.seed = recipe.rule.seed};
    if (view.guess) {
        guess.seed = view.guess->seed;
        guess.round = view.guess->round + 1;
        guess.numbers_only = view.guess->numbers_only;
    } else {
        view.right = view.asked = 0;
    }
    view.guess = guess;
    view.mistake = DrawnMistake(recipe, guess.seed, guess.round);
    view.edits_embedding = false;
    view.pass = view.row = 0;
}

void Apply(AppState& state, const AnswerMistake& command) {
    MistakesViewState& view = state.ui.mistakes;
    if (!view.is_hidden()) return;
    view.guess->answer = command.mistake;
    ++view.asked;
    if (command.mistake == view.mistake) ++view.right;
}

}  // namespace decodescope
