#include "app/apply/view_commands.h"

#include <algorithm>

#include "app/apply/playhead_commands.h"
#include "app/apply/recording_commands.h"
#include "app/scene/overview/overview.h"
#include "app/state/changes.h"
#include "app/state/parameter_tables.h"
#include "core/model/parameters.h"

namespace decodescope {
namespace {

void KeepLookInRange(AppState& state) {
    const Config& config = state.recording->config();
    state.ui.layer = std::clamp(state.ui.layer, 0, config.layers - 1);
    state.ui.head = std::clamp(state.ui.head, 0, config.query_heads - 1);
}

}  // namespace

void KeepInRange(AppState& state) {
    KeepLookInRange(state);
    state.ui.shows_overview &= HasOverview(state.recording->config());
    MoveTo(state, state.ui.playhead);
    for (std::optional<Cell>* cell : {&state.ui.pinned, &state.ui.focused, &state.ui.hovered}) {
        if (*cell && !state.recording->Has(**cell)) cell->reset();
    }
    state.ui.plane = InRange(state.ui.plane, state);
}

void KeepInModel(AppState& state) {
    UiState& ui = state.ui;
    const Model& model = *state.document.recipe.model;
    if (ui.token_menu && *ui.token_menu >= model.config.vocabulary_size) ui.token_menu.reset();
    if (ui.inline_edit && !HasParameter(model, ui.inline_edit->cell)) ui.inline_edit.reset();
    const std::vector<ParameterTable> tables = TablesOf(model);
    if (std::ranges::find(tables, ui.parameters) == tables.end()) ui.parameters = tables.front();
}

void Apply(AppState& state, const ChooseLayer& command) {
    state.ui.layer = command.layer;
    KeepLookInRange(state);
}

void Apply(AppState& state, const ChooseHead& command) {
    state.ui.head = command.head;
    KeepLookInRange(state);
}

void Apply(AppState& state, const OpenHead& command) {
    state.ui.layer = command.layer;
    state.ui.head = command.head;
    state.ui.shows_overview = false;
    KeepLookInRange(state);
}

void Apply(AppState& state, const ToggleOverview&) {
    const bool has_overview = HasOverview(state.recording->config());
    state.ui.shows_overview = has_overview && !state.ui.shows_overview;
}

void Apply(AppState& state, const LookAt& command) { state.ui.camera = command.camera; }

void Apply(AppState& state, const ChooseParameters& command) {
    state.ui.parameters = command.table;
    KeepInModel(state);
}

void Apply(AppState& state, const ShowTokenMenu& command) {
    const bool exists = command.id && *command.id >= 0;
    state.ui.token_menu = exists ? command.id : std::nullopt;
    KeepInModel(state);
}

void Apply(AppState& state, const SearchTokens& command) { state.ui.token_search = command.text; }

void Apply(AppState& state, const OpenStage& command) {
    const bool is_open = state.ui.open_stage == command.stage;
    state.ui.open_stage = is_open ? std::nullopt : std::optional(command.stage);
}

void Apply(AppState& state, const ChooseView& command) {
    const bool stays = state.ui.control_focus && state.ui.control_focus->id.starts_with("view.");
    if (!stays) state.ui.control_focus.reset();
    state.ui.view = command.view;
    if (command.view != View::Pass) state.ui.shows_text = false;  // which is part of the pass
    if (command.view == View::Branches) RecordBranches(state);
}

void Apply(AppState& state, const ChooseTab& command) { state.ui.tab = command.tab; }

}  // namespace decodescope
