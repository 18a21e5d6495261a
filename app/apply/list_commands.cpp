#include "app/apply/list_commands.h"

namespace decodescope {

void Apply(AppState& state, const FocusControl& command) {
    UiState& ui = state.ui;
    ui.leaves_blocks = 0;
    ui.control_focus.reset();
    if (command.id.empty()) return;
    ui.control_focus = ControlFocus{.id = command.id};
    ui.focused.reset();
    ui.walks.clear();
}

void Apply(AppState& state, const ClickControl&) {
    if (state.ui.control_focus) state.ui.control_focus->is_clicked = true;
}

void Apply(AppState& state, const EndControlFrame&) {
    if (!state.ui.control_focus) return;
    state.ui.control_focus->is_new = false;
    state.ui.control_focus->is_clicked = false;
}

void Apply(AppState& state, const LeaveBlocks& command) {
    state.ui.walks.clear();
    state.ui.focused.reset();
    state.ui.leaves_blocks = command.by;
}

}  // namespace decodescope
