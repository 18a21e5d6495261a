#include "app/grant/grant.h"

#include <algorithm>
#include <optional>

#include "core/parameters.h"

namespace decodescope {
namespace {

std::string NameOfChange(const Model& model, const Cell& cell) {
    if (cell.value == Value::TokenEmbedding) {
        return "change embedding of " + DisplayText(model.tokenizer, cell.row);
    }
    return "change " + std::string(InfoOf(cell.value).title);
}

void Restore(AppState& state, std::optional<Recipe> recipe) {
    if (!recipe) return;
    state.document.recipe = std::move(*recipe);
    Rerecord(state);
}

}  // namespace

void Edit(AppState& state, const std::string& name, Recipe edited) {
    if (edited == state.document.recipe) return;
    state.history.Add(name, state.document.recipe);
    state.document.recipe = std::move(edited);
    Rerecord(state);
}

void Grant(AppState& state, const SetPrompt& wish) {
    Recipe edited = state.document.recipe;
    edited.prompt = wish.prompt;
    Edit(state, "change prompt", std::move(edited));
}

void Grant(AppState& state, const SetTokens& wish) {
    Recipe edited = state.document.recipe;
    edited.tokens = std::clamp(wish.tokens, 1, kMostSelected);
    Edit(state, "change tokens to select", std::move(edited));
}

void Grant(AppState& state, const SetRule& wish) {
    Recipe edited = state.document.recipe;
    edited.rule = wish.rule;
    Edit(state, "change selection rule", std::move(edited));
}

void Grant(AppState& state, const SetParameter& wish) {
    Recipe edited = state.document.recipe;
    const Model& model = *edited.model;
    if (!HasParameter(model, wish.cell) || ParameterAt(model, wish.cell) == wish.number) return;
    const std::string name = NameOfChange(model, wish.cell);
    edited.model = std::make_shared<const Model>(WithParameter(model, wish.cell, wish.number));
    edited.model_path.clear();  // the file there holds another model now
    Edit(state, name, std::move(edited));
}

void Grant(AppState& state, const EndEdit&) { state.history.EndGesture(); }

void Grant(AppState& state, const Undo&) {
    Restore(state, state.history.Undo(state.document.recipe));
}

void Grant(AppState& state, const Redo&) {
    Restore(state, state.history.Redo(state.document.recipe));
}

}  // namespace decodescope
