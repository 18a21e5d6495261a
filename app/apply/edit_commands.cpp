#include "app/apply/edit_commands.h"

#include <algorithm>
#include <optional>

#include "app/apply/model_commands.h"
#include "app/apply/recording_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_commands.h"
#include "core/base/error.h"

namespace decodescope {
namespace {

// Keeps what was shown for comparison; all steps of a gesture are compared with what was before it.
void NoteEdit(AppState& state, std::shared_ptr<const Recording> before, bool joins_gesture) {
    const bool continues = joins_gesture && state.last_edit;
    const int number = state.last_edit ? state.last_edit->number + 1 : 0;
    state.last_edit = LastEdit{.before = continues ? state.last_edit->before : std::move(before),
                               .number = number};
}

void Restore(AppState& state, std::optional<Recipe> recipe) {
    if (!recipe) return;
    std::shared_ptr<const Recording> before = state.recording;
    SetRecipe(state, std::move(*recipe));
    Apply(state, EndMessage{Topic::Edit});
    NoteEdit(state, std::move(before), false);
    state.ui.refused.clear();
    KeepInModel(state);
}

// The edits that typing into a field has made are forgotten; what fields hold stays.
void TakeBackTyping(AppState& state, const std::string& field) {
    const bool has_edits = field == kPromptField
                               ? state.history.BeforeGesture(kChangePrompt) != nullptr
                               : state.history.is_in_gesture();
    if (!has_edits) return;
    const Refusals refused = state.ui.refused;
    Forget(state, state.history.undo_count() - 1);
    state.ui.refused = refused;
}

void SetPromptText(AppState& state, const std::string& prompt) {
    Recipe edited = state.document.recipe;
    edited.prompt = prompt;
    const Recipe* const start = state.history.BeforeGesture(kChangePrompt);
    if (start && *start == edited) return Forget(state, state.history.undo_count() - 1);
    Edit(state, kChangePrompt, std::move(edited));
}

}  // namespace

void Edit(AppState& state, const std::string& name, Recipe edited, const std::string& gesture) {
    if (edited == state.document.recipe) return;
    const Recipe before = state.document.recipe;
    std::shared_ptr<const Recording> shown = state.recording;
    SetRecipe(state, std::move(edited));
    state.ui.refused.DropAllButPrompt();
    Apply(state, EndMessage{Topic::Edit});
    NoteEdit(state, std::move(shown),
             state.history.Add(name, before, gesture.empty() ? name : gesture));
    KeepInModel(state);
}

void EditOrRefuse(AppState& state, std::string_view field, const std::string& typed,
                  const std::function<void()>& edit) {
    try {
        edit();
        state.ui.refused.Drop(field);
    } catch (const Error& error) {
        state.ui.refused.Add({std::string(field), typed, error.what()});
    }
}

void Forget(AppState& state, int undo_count) {
    if (state.history.undo_count() <= undo_count) return;
    std::optional<Recipe> recipe;
    while (state.history.undo_count() > undo_count) recipe = state.history.Forget();
    Restore(state, std::move(recipe));
}

void Apply(AppState& state, const SetPrompt& command) {
    EditOrRefuse(state, kPromptField, command.prompt,
                 [&] { SetPromptText(state, command.prompt); });
}

void Apply(AppState& state, const SetTokens& command) {
    Recipe edited = state.document.recipe;
    edited.tokens = std::clamp(command.tokens, 1, kMostSelected);
    Edit(state, "change tokens to select", std::move(edited));
}

void Apply(AppState& state, const SetRule& command) {
    EditOrRefuse(state, "recipe.rule", "", [&] {
        Recipe edited = state.document.recipe;
        edited.rule = command.rule;
        Edit(state, "change selection rule", std::move(edited));
    });
}

void Apply(AppState& state, const RefuseTyped& command) {
    if (command.refusal.why.empty())
        state.ui.refused.Drop(command.refusal.field);
    else
        state.ui.refused.Add(command.refusal);
}

void Apply(AppState& state, const DropTyped& command) {
    const Refusal* const newest = state.ui.refused.newest();
    if (!newest) return;
    const std::string field = command.field.empty() ? newest->field : command.field;
    if (!state.ui.refused.Of(field)) return;
    TakeBackTyping(state, field);
    state.ui.refused.Drop(field);
}

// If the text in a field cannot be used when the field is left, its beginnings, which could be used
// and were recorded while it was typed, were not meant either. The recipe goes back to what it was,
// and so does the field, with a message that says so; but the prompt keeps its text.
void Apply(AppState& state, const EndEdit&) {
    const Refusal* const newest = state.ui.refused.newest();
    if (newest && !newest->is_prompt()) {
        TakeBackTyping(state, newest->field);
        Apply(state, ShowMessage{state.ui.refused.newest()->why, Topic::Edit});
        state.ui.refused.DropAllButPrompt();
    } else if (newest) {
        TakeBackTyping(state, newest->field);
    }
    state.history.EndGesture();
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
