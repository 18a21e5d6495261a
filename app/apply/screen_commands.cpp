#include "app/apply/screen_commands.h"

#include <algorithm>

#include "app/apply/browse_commands.h"
#include "app/apply/edit_commands.h"
#include "app/apply/file_commands.h"
#include "app/state/changes.h"

namespace decodescope {

void Apply(AppState& state, const SetTheme& command) { state.preferences.theme = command.theme; }

void Apply(AppState& state, const SetScale& command) {
    state.preferences.scale = std::clamp(command.scale, kLeastScale, kMostScale);
}

void Apply(AppState& state, const SetNumberFormat& command) {
    state.preferences.numbers = command.format;
    state.preferences.numbers.decimals =
        std::clamp(command.format.decimals, kFewestDecimals, kMostDecimals);
}

void Apply(AppState& state, const ToggleMotion&) {
    state.preferences.has_motion = !state.preferences.has_motion;
}

void Apply(AppState& state, const SetTraceMemory& command) {
    const int megabytes = std::clamp(command.megabytes, kLeastTraceMegabytes, kMostTraceMegabytes);
    state.preferences.trace_megabytes = megabytes;
    state.memory->SetBudget(static_cast<size_t>(megabytes) << 20);
}

void Apply(AppState& state, const SetPanelSizes& command) {
    state.preferences.panels = command.sizes;
}

void Apply(AppState& state, const NoteSides& command) {
    state.ui.shows_recipe = command.shows_recipe;
    state.ui.shows_inspector = command.shows_inspector;
}

void Apply(AppState& state, const ToggleRecipe&) {
    state.preferences.panels.recipe_open = state.ui.shows_recipe = !state.ui.shows_recipe;
}

void Apply(AppState& state, const ToggleInspector&) {
    state.preferences.panels.inspector_open = state.ui.shows_inspector = !state.ui.shows_inspector;
}

void Apply(AppState& state, const RememberWindow& command) {
    state.preferences.window = command.place;
}

void Apply(AppState& state, const ToggleKeys&) { state.ui.show_keys = !state.ui.show_keys; }

void Apply(AppState& state, const ToggleSettings&) {
    state.ui.show_settings = !state.ui.show_settings;
}

void Apply(AppState& state, const ToggleFullScreen&) {
    state.ui.full_screen = !state.ui.full_screen;
}

void Apply(AppState& state, const TogglePresentation&) { state.ui.presents = !state.ui.presents; }

void Apply(AppState& state, const ShowMessage& command) {
    if (state.ui.browser.is_open() && command.topic == Topic::Edit) {
        state.ui.browser.problem = command.text;  // of its own field; a message would be below it
        return;
    }
    state.ui.message = command.text;
    state.ui.message_topic = command.topic;
}

void Apply(AppState& state, const EndMessage& command) {
    if (state.ui.message_topic == command.topic) state.ui.message.clear();
}

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
    } else if (!ui.refused.empty()) {
        Apply(state, DropTyped{});
    } else if (ui.token_menu) {
        ui.token_menu.reset();
    } else if (ui.control_focus) {
        ui.control_focus.reset();
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
