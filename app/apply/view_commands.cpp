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

void Grant(AppState& state, const ChooseLayer& wish) {
    state.ui.layer = wish.layer;
    KeepLookInRange(state);
}

void Grant(AppState& state, const ChooseHead& wish) {
    state.ui.head = wish.head;
    KeepLookInRange(state);
}

void Grant(AppState& state, const OpenHead& wish) {
    state.ui.layer = wish.layer;
    state.ui.head = wish.head;
    state.ui.shows_overview = false;
    KeepLookInRange(state);
}

// Models with one layer and one head have nothing to show from further away.
void Grant(AppState& state, const ToggleOverview&) {
    const bool has_overview = HasOverview(state.recording->config());
    state.ui.shows_overview = has_overview && !state.ui.shows_overview;
}

void Grant(AppState& state, const LookAt& wish) { state.ui.camera = wish.camera; }

void Grant(AppState& state, const Pin& wish) {
    const bool exists = wish.cell && state.recording->Has(*wish.cell);
    state.ui.pinned = exists && state.ui.pinned != wish.cell ? wish.cell : std::nullopt;
}

void Grant(AppState& state, const ChooseParameters& wish) {
    state.ui.parameters = wish.table;
    KeepInModel(state);
}

void Grant(AppState& state, const ShowTokenMenu& wish) {
    const bool exists = wish.id && *wish.id >= 0;
    state.ui.token_menu = exists ? wish.id : std::nullopt;
    KeepInModel(state);
}

void Grant(AppState& state, const SearchTokens& wish) { state.ui.token_search = wish.text; }

void Grant(AppState& state, const Focus& wish) {
    state.ui.walks.clear();
    const bool exists = wish.cell && state.recording->Has(*wish.cell);
    state.ui.focused = exists ? wish.cell : std::nullopt;
    if (exists) state.ui.pinned.reset();  // whoever walks on wants to see where
}

void Grant(AppState& state, const Hover& wish) { state.ui.hovered = wish.cell; }

void Grant(AppState& state, const TakeWalk& wish) { state.ui.walks.push_back(wish.walk); }

void Grant(AppState& state, const OpenStage& wish) {
    const bool is_open = state.ui.open_stage == wish.stage;
    state.ui.open_stage = is_open ? std::nullopt : std::optional(wish.stage);
}

void Grant(AppState& state, const ShowCopyMenu& wish) { state.ui.copied = wish.cell; }

void Grant(AppState& state, const Copy& wish) {
    if (!state.recording->Has(wish.cell)) return;
    state.ui.clipboard = CopyText(*state.recording, wish.cell, wish.kind);
}

void Grant(AppState& state, const ChooseView& wish) {
    state.ui.view = wish.view;
    if (wish.view == View::Branches) RecordBranches(state);
}

void Grant(AppState& state, const ShowText&) {
    if (state.recording->stop_reason() == StopReason::None) return;
    MoveTo(state, Last(*state.recording));
    state.ui.playing = false;
    state.ui.shows_text = true;
}

void Grant(AppState& state, const ChooseTab& wish) { state.ui.tab = wish.tab; }

void Grant(AppState& state, const SetTheme& wish) { state.preferences.theme = wish.theme; }

void Grant(AppState& state, const SetScale& wish) {
    state.preferences.scale = std::clamp(wish.scale, kLeastScale, kMostScale);
}

void Grant(AppState& state, const SetNumberFormat& wish) {
    state.preferences.numbers = wish.format;
    state.preferences.numbers.decimals = std::clamp(wish.format.decimals, 2, 6);
}

void Grant(AppState& state, const ToggleKeys&) { state.ui.show_keys = !state.ui.show_keys; }

void Grant(AppState& state, const ToggleFullScreen&) {
    state.ui.full_screen = !state.ui.full_screen;
}
void Grant(AppState& state, const ToggleSettings&) {
    state.ui.show_settings = !state.ui.show_settings;
}

void Grant(AppState& state, const ToggleMotion&) {
    state.preferences.has_motion = !state.preferences.has_motion;
}

void Grant(AppState& state, const TogglePresentation&) { state.ui.presents = !state.ui.presents; }

void Grant(AppState& state, const SetPanelSizes& wish) { state.preferences.panels = wish.sizes; }

void Grant(AppState& state, const RememberWindow& wish) { state.preferences.window = wish.place; }

void Grant(AppState& state, const ShowMessage& wish) { state.ui.message = wish.text; }

void Grant(AppState& state, const DismissMessage&) { state.ui.message.clear(); }

void Grant(AppState& state, const Escape&) {
    UiState& ui = state.ui;
    if (ui.question.is_open()) {
        Grant(state, AnswerQuestion{AnswersTo(ui.question.kind).back().answer});
    } else if (ui.show_keys) {
        ui.show_keys = false;
    } else if (ui.show_settings) {
        ui.show_settings = false;
    } else if (ui.browser.is_open()) {
        Grant(state, ShowPathField{PathField::None});
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
