#include "app/apply/inspect_commands.h"

namespace decodescope {

void Apply(AppState& state, const Pin& command) {
    const bool exists = command.cell && state.recording->Has(*command.cell);
    state.ui.pinned = exists && state.ui.pinned != command.cell ? command.cell : std::nullopt;
}

void Apply(AppState& state, const Focus& command) {
    state.ui.walks.clear();
    const bool exists = command.cell && state.recording->Has(*command.cell);
    state.ui.focused = exists ? command.cell : std::nullopt;
    if (exists) state.ui.pinned.reset();  // to see what the focus is on
}

void Apply(AppState& state, const Hover& command) { state.ui.hovered = command.cell; }

void Apply(AppState& state, const TakeWalk& command) { state.ui.walks.push_back(command.walk); }

void Apply(AppState& state, const ShowCopyMenu& command) { state.ui.copied = command.cell; }

void Apply(AppState& state, const Copy& command) {
    if (!state.recording->Has(command.cell)) return;
    state.ui.clipboard = CopyText(*state.recording, command.cell, command.kind);
}

void Apply(AppState& state, const CopyWords& command) { state.ui.clipboard = command.text; }

}  // namespace decodescope
