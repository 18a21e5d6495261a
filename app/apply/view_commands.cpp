#include "app/apply/apply.h"

#include <algorithm>

#include "app/scene/build.h"
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
    KeepPlaneInRange(state);
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

// Models with one layer and one head have nothing to show from further away.
void Apply(AppState& state, const ToggleOverview&) {
    const bool has_overview = HasOverview(state.recording->config());
    state.ui.shows_overview = has_overview && !state.ui.shows_overview;
}

void Apply(AppState& state, const LookAt& command) { state.ui.camera = command.camera; }

void Apply(AppState& state, const Pin& command) {
    const bool exists = command.cell && state.recording->Has(*command.cell);
    state.ui.pinned = exists && state.ui.pinned != command.cell ? command.cell : std::nullopt;
}

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

void Apply(AppState& state, const Focus& command) {
    state.ui.walks.clear();
    const bool exists = command.cell && state.recording->Has(*command.cell);
    state.ui.focused = exists ? command.cell : std::nullopt;
    if (exists) state.ui.pinned.reset();  // whoever walks on wants to see where
}

void Apply(AppState& state, const Hover& command) { state.ui.hovered = command.cell; }

void Apply(AppState& state, const TakeWalk& command) { state.ui.walks.push_back(command.walk); }

void Apply(AppState& state, const OpenStage& command) {
    const bool is_open = state.ui.open_stage == command.stage;
    state.ui.open_stage = is_open ? std::nullopt : std::optional(command.stage);
}

void Apply(AppState& state, const ShowCopyMenu& command) { state.ui.copied = command.cell; }

void Apply(AppState& state, const Copy& command) {
    if (!state.recording->Has(command.cell)) return;
    state.ui.clipboard = CopyText(*state.recording, command.cell, command.kind);
}

void Apply(AppState& state, const ChooseView& command) {
    state.ui.view = command.view;
    if (command.view == View::Branches) RecordBranches(state);
}

void Apply(AppState& state, const ShowText&) {
    if (state.recording->stop_reason() == StopReason::None) return;
    MoveTo(state, Last(*state.recording));
    state.ui.playing = false;
    state.ui.shows_text = true;
}

void Apply(AppState& state, const ChooseTab& command) { state.ui.tab = command.tab; }

void Apply(AppState& state, const SetTheme& command) { state.preferences.theme = command.theme; }

void Apply(AppState& state, const SetScale& command) {
    state.preferences.scale = std::clamp(command.scale, kLeastScale, kMostScale);
}

void Apply(AppState& state, const SetNumberFormat& command) {
    state.preferences.numbers = command.format;
    state.preferences.numbers.decimals = std::clamp(command.format.decimals, 2, 6);
}

void Apply(AppState& state, const ToggleKeys&) { state.ui.show_keys = !state.ui.show_keys; }

void Apply(AppState& state, const ToggleFullScreen&) {
    state.ui.full_screen = !state.ui.full_screen;
}
void Apply(AppState& state, const ToggleSettings&) {
    state.ui.show_settings = !state.ui.show_settings;
}

void Apply(AppState& state, const ToggleMotion&) {
    state.preferences.has_motion = !state.preferences.has_motion;
}

void Apply(AppState& state, const TogglePresentation&) { state.ui.presents = !state.ui.presents; }

void Apply(AppState& state, const SetPanelSizes& command) {
    state.preferences.panels = command.sizes;
}

void Apply(AppState& state, const RememberWindow& command) {
    state.preferences.window = command.place;
}

void Apply(AppState& state, const ShowMessage& command) { state.ui.message = command.text; }

void Apply(AppState& state, const DismissMessage&) { state.ui.message.clear(); }

void Apply(AppState& state, const Escape&) {
    UiState& ui = state.ui;
    if (ui.question.is_open()) {
        Apply(state, AnswerQuestion{AnswersTo(ui.question.kind).back().answer});
    } else if (ui.show_keys) {
        ui.show_keys = false;
    } else if (ui.show_settings) {
        ui.show_settings = false;
    } else if (ui.browser.is_open()) {
        Apply(state, ShowPathField{PathField::None});
    } else if (ui.shows_overview) {
        ui.shows_overview = false;
    } else if (!ui.message.empty()) {
        ui.message.clear();
    } else if (ui.token_menu) {
        ui.token_menu.reset();
    } else if (FlipOf(state)) {
        state.last_edit.reset();
    } else if (ui.focused || ui.pinned) {
        ui.focused.reset();
        ui.pinned.reset();
    } else {
        ui.presents = false;
    }
}

}  // namespace decodescope
