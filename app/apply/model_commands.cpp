#include "app/apply/model_commands.h"

#include <algorithm>

#include "app/apply/edit_commands.h"
#include "app/state/parameter_tables.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "core/model/edit_config.h"
#include "core/model/edit_vocabulary.h"
#include "core/model/parameters.h"
#include "core/run/branches.h"

namespace decodescope {
namespace {

constexpr double kNudge = 0.05;  // how far one key press moves an arrow of the plane

const Model& ModelOf(const AppState& state) { return *state.document.recipe.model; }

// The recipe with another model, which is in no file yet.
Recipe With(const Recipe& recipe, Model model) {
    Recipe edited = recipe;
    edited.model = std::make_shared<const Model>(std::move(model));
    edited.model_path.clear();
    return edited;
}

void EditModel(AppState& state, const std::string& name, Model model) {
    Edit(state, name, With(state.document.recipe, std::move(model)));
}

std::string Quoted(const Model& model, TokenId id) { return DisplayText(model.tokenizer, id); }

// An edit of a gesture. The gesture is forgotten if it returns to the tokens that it began with: a
// name typed back, Escape, a token dragged back to its place.
void EditVocabulary(AppState& state, const std::string& name, Recipe edited,
                    const std::string& gesture) {
    const Recipe* const start = state.history.BeforeGesture(gesture);
    if (start && start->model->tokenizer == edited.model->tokenizer) {
        Forget(state, state.history.undo_count() - 1);
    } else {
        Edit(state, name, std::move(edited), gesture);
    }
}

// The model is edited together with the prompt that it must be able to read.
void RequireReadable(const Model& without, const std::string& prompt, const std::string& token) {
    try {
        Encode(without.tokenizer, without.config.begin_token, prompt);
    } catch (const Error&) {
        throw Error("the prompt needs " + token, {}, "change the prompt before removing it");
    }
}

}  // namespace

void Apply(AppState& state, const SetParameter& command) {
    const Model& model = ModelOf(state);
    if (!HasParameter(model, command.cell) || ParameterAt(model, command.cell) == command.number)
        return;
    EditModel(state, NameOfChange(model, command.cell),
              WithParameter(model, command.cell, command.number));
}

void Apply(AppState& state, const SetEmbedding& command) {
    const Model& model = ModelOf(state);
    const Cell first{.tensor = TensorId::TokenEmbedding, .row = command.token};
    const bool fits = HasParameter(model, first) &&
                      static_cast<int>(command.values.size()) == model.config.d_model;
    if (!fits) return;
    Model changed = WithEmbedding(model, command.token, command.values);
    if (EmbeddingOf(changed, command.token) == EmbeddingOf(model, command.token)) return;
    EditModel(state, NameOfChange(model, first), std::move(changed));
}

void Apply(AppState& state, const NudgeEmbedding& command) {
    const PlaneViewState& plane = state.ui.plane;
    const Model& model = ModelOf(state);
    if (!plane.token ||
        !HasParameter(model, {.tensor = TensorId::TokenEmbedding, .row = *plane.token}))
        return;
    std::vector<double> values = EmbeddingOf(model, *plane.token);
    values[static_cast<size_t>(plane.axis_x)] += kNudge * command.x;
    values[static_cast<size_t>(plane.axis_y)] += kNudge * command.y;
    Apply(state, SetEmbedding{*plane.token, std::move(values)});
    state.history.EndGesture();
}

// --- Vocabulary

void Apply(AppState& state, const AddToken&) {
    EditOrRefuse(state, "recipe.token.add", "", [&] {
        const std::string text = FreeTokenText(ModelOf(state).tokenizer);
        EditModel(state, "add token " + text, WithTokenAdded(ModelOf(state), text));
        state.history.EndGesture();
        state.ui.token_search.clear();  // which would hide the new token
        state.ui.token_menu = ModelOf(state).config.vocabulary_size - 1;  // to be named
    });
}

void Apply(AppState& state, const RenameToken& command) {
    const std::string field = "recipe.token." + std::to_string(command.id);
    EditOrRefuse(state, field, command.text, [&] {
        const Recipe& recipe = state.document.recipe;
        const Model& model = *recipe.model;
        Model renamed = WithTokenRenamed(model, command.id, command.text);
        state.ui.refused.Drop(field);
        if (renamed.tokenizer == model.tokenizer) return;

        const std::string gesture = "rename " + field;
        const Recipe* const start = state.history.BeforeGesture(gesture);
        const std::string name = "rename " + Quoted(start ? *start->model : model, command.id) +
                                 " to " + Quoted(renamed, command.id);
        const std::string prompt = PromptAfterRename(model, renamed, recipe.prompt);
        Recipe edited = With(recipe, std::move(renamed));
        edited.prompt = prompt;
        EditVocabulary(state, name, std::move(edited), gesture);
    });
}

void Apply(AppState& state, const RemoveToken& command) {
    EditOrRefuse(state, "recipe.token." + std::to_string(command.id), "", [&] {
        Model without = WithTokenRemoved(ModelOf(state), command.id);
        RequireReadable(without, state.document.recipe.prompt, Quoted(ModelOf(state), command.id));
        state.ui.token_menu.reset();
        const auto renumber = [gone = command.id](TokenId id) {
            return id == gone ? std::nullopt : std::optional(id > gone ? id - 1 : id);
        };
        Edit(state, "remove token " + Quoted(ModelOf(state), command.id),
             WithRenumbered(With(state.document.recipe, std::move(without)), renumber));
        state.history.EndGesture();
    });
}

void Apply(AppState& state, const MoveToken& command) {
    EditOrRefuse(state, "recipe.token." + std::to_string(command.from), "", [&] {
        const int last = ModelOf(state).config.vocabulary_size - 1;
        const TokenId to = std::clamp(command.to, 0, last);
        Model moved = WithTokenMoved(ModelOf(state), command.from, to);
        if (to == command.from) return;
        if (state.ui.token_menu == command.from) state.ui.token_menu = to;
        const std::string token = Quoted(ModelOf(state), command.from);
        const auto renumber = [from = command.from, to](TokenId id) -> std::optional<TokenId> {
            if (id == from) return to;
            if (from < id && id <= to) return id - 1;
            return to <= id && id < from ? id + 1 : id;
        };
        EditVocabulary(state, "move token " + token + " to ID " + std::to_string(to),
                       WithRenumbered(With(state.document.recipe, std::move(moved)), renumber),
                       "move token " + token);
    });
}

// --- Constants

void Apply(AppState& state, const SetAttentionScale& command) {
    EditOrRefuse(state, "recipe.scale", command.words, [&] {
        if (command.words == ScaleText(ModelOf(state))) return;
        EditModel(state, kChangeScale, WithScale(ModelOf(state), command.words));
    });
}

void Apply(AppState& state, const SetNormEps& command) {
    EditOrRefuse(state, "recipe.norm_eps", "", [&] {
        if (command.eps == ModelOf(state).config.norm_eps) return;
        EditModel(state, kChangeNormEps, WithNormEps(ModelOf(state), command.eps));
    });
}

void Apply(AppState& state, const SetRopeTheta& command) {
    EditOrRefuse(state, "recipe.rope_theta", "", [&] {
        if (command.theta == ModelOf(state).config.rope_theta) return;
        EditModel(state, kChangeRopeTheta, WithRopeTheta(ModelOf(state), command.theta));
    });
}

void Apply(AppState& state, const SetKvHeads& command) {
    EditOrRefuse(state, "recipe.kv_heads", "", [&] {
        if (command.heads == ModelOf(state).config.kv_heads) return;
        const std::string name = "change to " + CountText(command.heads, "KV head");
        EditModel(state, name, WithKvHeads(ModelOf(state), command.heads));
        state.history.EndGesture();
    });
}

// --- Where it is drawn

void Apply(AppState& state, const BeginInlineEdit& command) {
    if (!HasParameter(ModelOf(state), command.cell)) return;
    state.history.EndGesture();
    state.ui.inline_edit = InlineEdit{command.cell, command.hotspot, state.history.undo_count()};
}

void Apply(AppState& state, const EndInlineEdit& command) {
    if (!state.ui.inline_edit) return;
    const int undo_count = state.ui.inline_edit->undo_count;
    state.ui.inline_edit.reset();
    state.history.EndGesture();
    if (!command.keep) Forget(state, undo_count);
}

}  // namespace decodescope
