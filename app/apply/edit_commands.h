// Commands that edit the recipe, except its model; and those that go through the history of edits.
#pragma once

#include <string>

#include "app/state/state.h"

namespace decodescope {

struct SetPrompt {
    std::string prompt;
};
void Apply(AppState& state, const SetPrompt& command);

struct SetTokens {
    int tokens = 1;
};
void Apply(AppState& state, const SetTokens& command);

struct SetRule {
    SelectionRule rule;
};
void Apply(AppState& state, const SetRule& command);

// The end of a gesture: the edits of it are one entry of the history. If the field that is left
// holds something that cannot be used, its edits are taken back and a message says why.
struct EndEdit {};
void Apply(AppState& state, const EndEdit& command);

struct Undo {};
void Apply(AppState& state, const Undo& command);

struct Redo {};
void Apply(AppState& state, const Redo& command);

// The recipe as it was after the first `index` edits.
struct GoToHistory {
    int index = 0;
};
void Apply(AppState& state, const GoToHistory& command);

// The numbers that an edit changed are no longer marked, if it is still the last edit.
struct FadeMarks {
    int number = 0;  // of the edit
};
void Apply(AppState& state, const FadeMarks& command);

// What the last edit changed is no longer shown.
struct ForgetFlip {};
void Apply(AppState& state, const ForgetFlip& command);

// --- For other commands

// Replaces the recipe, as one entry of the history with this name. Edits of one gesture join the
// entry until EndEdit; `gesture` is the entry's name unless given. Nothing happens if nothing
// differs.
void Edit(AppState& state, const std::string& name, Recipe edited, const std::string& gesture = {});

// Takes back the edits after the first `undo_count`, as if they had never been made.
void Forget(AppState& state, int undo_count);

}  // namespace decodescope
