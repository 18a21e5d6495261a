// Edits of the model: its parameters, its vocabulary, its constants.
#include <algorithm>

#include "app/apply/apply.h"
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

// The recipe with another model, which no file holds yet.
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

// An edit of a gesture that is forgotten where it comes back to the tokens that it began with: a
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

// Does an edit that may be refused; then the field says why, as long as it is typed into.
template <class EditIt>
void EditOrRefuse(AppState& state, const std::string& field, EditIt edit) {
    try {
        edit();
    } catch (const Error& error) {
        state.ui.refused = Problem{field, error.what()};
    }
}

}  // namespace

void Grant(AppState& state, const SetParameter& wish) {
    const Model& model = ModelOf(state);
    if (!HasParameter(model, wish.cell) || ParameterAt(model, wish.cell) == wish.number) return;
    EditModel(state, NameOfChange(model, wish.cell), WithParameter(model, wish.cell, wish.number));
}

void Grant(AppState& state, const SetEmbedding& wish) {
    const Model& model = ModelOf(state);
    const Cell first{.value = Value::TokenEmbedding, .row = wish.token};
    const bool fits =
        HasParameter(model, first) && static_cast<int>(wish.values.size()) == model.config.d_model;
    if (!fits) return;
    Model changed = WithEmbedding(model, wish.token, wish.values);
    if (EmbeddingOf(changed, wish.token) == EmbeddingOf(model, wish.token)) return;
    EditModel(state, NameOfChange(model, first), std::move(changed));
}

void Grant(AppState& state, const NudgeEmbedding& wish) {
    const PlaneLook& plane = state.ui.plane;
    const Model& model = ModelOf(state);
    if (!plane.token || !HasParameter(model, {.value = Value::TokenEmbedding, .row = *plane.token}))
        return;
    std::vector<double> values = EmbeddingOf(model, *plane.token);
    values[static_cast<size_t>(plane.axis_x)] += kNudge * wish.x;
    values[static_cast<size_t>(plane.axis_y)] += kNudge * wish.y;
    Grant(state, SetEmbedding{*plane.token, std::move(values)});
    state.history.EndGesture();
}

// --- Vocabulary
// -----------------------------------------------------------------------------------

void Grant(AppState& state, const AddToken&) {
    EditOrRefuse(state, "recipe.token.add", [&] {
        const std::string text = FreeTokenText(ModelOf(state).tokenizer);
        EditModel(state, "add token " + text, WithTokenAdded(ModelOf(state), text));
        state.history.EndGesture();
        state.ui.token_search.clear();  // it would hide the new one
        state.ui.token_menu = ModelOf(state).config.vocabulary_size - 1;  // to be given a name
    });
}

void Grant(AppState& state, const RenameToken& wish) {
    const std::string field = "recipe.token." + std::to_string(wish.id);
    EditOrRefuse(state, field, [&] {
        const Recipe& recipe = state.document.recipe;
        const Model& model = *recipe.model;
        Model renamed = WithTokenRenamed(model, wish.id, wish.text);
        state.ui.refused.reset();
        if (renamed.tokenizer == model.tokenizer) return;

        const std::string gesture = "rename " + field;
        const Recipe* const start = state.history.BeforeGesture(gesture);
        const std::string name = "rename " + Quoted(start ? *start->model : model, wish.id) +
                                 " to " + Quoted(renamed, wish.id);
        const std::string prompt = PromptAfterRename(model, renamed, recipe.prompt);
        Recipe edited = With(recipe, std::move(renamed));
        edited.prompt = prompt;
        EditVocabulary(state, name, std::move(edited), gesture);
    });
}

void Grant(AppState& state, const RemoveToken& wish) {
    EditOrRefuse(state, "recipe.token." + std::to_string(wish.id), [&] {
        Model without = WithTokenRemoved(ModelOf(state), wish.id);
        state.ui.token_menu.reset();
        const auto renumber = [gone = wish.id](TokenId id) {
            return id == gone ? std::nullopt : std::optional(id > gone ? id - 1 : id);
        };
        Edit(state, "remove token " + Quoted(ModelOf(state), wish.id),
             WithRenumbered(With(state.document.recipe, std::move(without)), renumber));
        state.history.EndGesture();
    });
}

void Grant(AppState& state, const MoveToken& wish) {
    EditOrRefuse(state, "recipe.token." + std::to_string(wish.from), [&] {
        const int last = ModelOf(state).config.vocabulary_size - 1;
        const TokenId to = std::clamp(wish.to, 0, last);
        Model moved = WithTokenMoved(ModelOf(state), wish.from, to);
        if (to == wish.from) return;
        if (state.ui.token_menu == wish.from) state.ui.token_menu = to;
        const std::string token = Quoted(ModelOf(state), wish.from);
        const auto renumber = [from = wish.from, to](TokenId id) -> std::optional<TokenId> {
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
// ------------------------------------------------------------------------------------

void Grant(AppState& state, const SetAttentionScale& wish) {
    EditOrRefuse(state, "recipe.scale", [&] {
        if (wish.words == ScaleText(ModelOf(state))) return;
        EditModel(state, kChangeScale, WithScale(ModelOf(state), wish.words));
    });
}

void Grant(AppState& state, const SetNormEps& wish) {
    EditOrRefuse(state, "recipe.norm_eps", [&] {
        if (wish.eps == ModelOf(state).config.norm_eps) return;
        EditModel(state, kChangeNormEps, WithNormEps(ModelOf(state), wish.eps));
    });
}

void Grant(AppState& state, const SetRopeTheta& wish) {
    EditOrRefuse(state, "recipe.rope_theta", [&] {
        if (wish.theta == ModelOf(state).config.rope_theta) return;
        EditModel(state, kChangeRopeTheta, WithRopeTheta(ModelOf(state), wish.theta));
    });
}

void Grant(AppState& state, const SetKvHeads& wish) {
    EditOrRefuse(state, "recipe.kv_heads", [&] {
        if (wish.heads == ModelOf(state).config.kv_heads) return;
        const std::string name = "change to " + CountText(wish.heads, "KV head");
        EditModel(state, name, WithKvHeads(ModelOf(state), wish.heads));
        state.history.EndGesture();
    });
}

// --- In the picture
// -------------------------------------------------------------------------------

void Grant(AppState& state, const BeginInlineEdit& wish) {
    if (!HasParameter(ModelOf(state), wish.cell)) return;
    state.history.EndGesture();
    state.ui.inline_edit = InlineEdit{wish.cell, wish.hotspot, state.history.undo_count()};
}

void Grant(AppState& state, const EndInlineEdit& wish) {
    if (!state.ui.inline_edit) return;
    const int undo_count = state.ui.inline_edit->undo_count;
    state.ui.inline_edit.reset();
    state.history.EndGesture();
    if (!wish.keep) Forget(state, undo_count);
}

}  // namespace decodescope
