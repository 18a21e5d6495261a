#include "app/apply/edit_commands.h"

#include <algorithm>
#include <optional>

#include "app/apply/model_commands.h"
#include "app/apply/recording_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_commands.h"

namespace decodescope {
namespace {

// Keeps what is shown for comparison; all steps of a gesture are compared with what was before it.
void NoteEdit(AppState& state, bool joins_gesture) {
    const bool continues = joins_gesture && state.last_edit;
    const int number = state.last_edit ? state.last_edit->number + 1 : 0;
    state.last_edit =
        LastEdit{.before = continues ? state.last_edit->before : state.recording, .number = number};
}

void Restore(AppState& state, std::optional<Recipe> recipe) {
    if (!recipe) return;
    NoteEdit(state, false);
    state.document.recipe = std::move(*recipe);
    Apply(state, EndMessage{Topic::Edit});
    state.ui.refused.reset();
    KeepInModel(state);
    Rerecord(state);
}

}  // namespace

void Edit(AppState& state, const std::string& name, Recipe edited, const std::string& gesture) {
    state.ui.refused.reset();
    if (edited == state.document.recipe) return;
    NoteEdit(state,
             state.history.Add(name, state.document.recipe, gesture.empty() ? name : gesture));
    state.document.recipe = std::move(edited);
    Apply(state, EndMessage{Topic::Edit});
    KeepInModel(state);
    Rerecord(state);
}

void Forget(AppState& state, int undo_count) {
    if (state.history.undo_count() <= undo_count) return;
    std::optional<Recipe> recipe;
    while (state.history.undo_count() > undo_count) recipe = state.history.Forget();
    Restore(state, std::move(recipe));
}

void Apply(AppState& state, const SetPrompt& command) {
    Recipe edited = state.document.recipe;
    edited.prompt = command.prompt;
    Edit(state, "change prompt", std::move(edited));
}

void Apply(AppState& state, const SetTokens& command) {
    Recipe edited = state.document.recipe;
    edited.tokens = std::clamp(command.tokens, 1, kMostSelected);
    Edit(state, "change tokens to select", std::move(edited));
}

void Apply(AppState& state, const SetRule& command) {
    Recipe edited = state.document.recipe;
    edited.rule = command.rule;
    Edit(state, "change selection rule", std::move(edited));
}

// If the text in a field cannot be used when the field is left, its beginnings, which could be used
// and were recorded while it was typed, were not meant either. The field goes back to what it had,
// and a message says so.
void Apply(AppState& state, const EndEdit&) {
    if (state.ui.refused) {
        const Problem refused = *state.ui.refused;
        for (const std::string& gesture :
             {"rename " + refused.field, std::string(kChangeScale), std::string(kChangeNormEps),
              std::string(kChangeRopeTheta)}) {
            if (state.history.BeforeGesture(gesture)) Forget(state, state.history.undo_count() - 1);
        }
        Apply(state, ShowMessage{refused.text, Topic::Edit});
    }
    state.history.EndGesture();
    state.ui.refused.reset();
}

void Apply(AppState& state, const Undo&) {
    Restore(state, state.history.Undo(state.document.recipe));
}

void Apply(AppState& state, const Redo&) {
    Restore(state, state.history.Redo(state.document.recipe));
}

void Apply(AppState& state, const GoToHistory& command) {
    const int index = std::clamp(command.index, 0, state.history.size());
    std::optional<Recipe> recipe;
    const auto now = [&]() -> const Recipe& { return recipe ? *recipe : state.document.recipe; };
    while (state.history.undo_count() > index) recipe = state.history.Undo(now());
    while (state.history.undo_count() < index) recipe = state.history.Redo(now());
    Restore(state, std::move(recipe));
}

void Apply(AppState& state, const FadeMarks& command) {
    if (state.last_edit && state.last_edit->number == command.number)
        state.last_edit->is_marked = false;
}

void Apply(AppState& state, const ForgetFlip&) { state.last_edit.reset(); }

}  // namespace decodescope
