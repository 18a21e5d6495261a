// Commands that edit the recipe, except its model; and those that go through the history of edits.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/state/state.h"

namespace decodescope {

constexpr const char* kChangePrompt = "change prompt";

// A prompt that cannot be used stays in its field (UiState::refused).
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

// What is typed into a field that finds by itself that it cannot be used, such as a text that is
// no number. Without a reason: it can be used again.
struct RefuseTyped {
    Refusal refusal;
};
void Apply(AppState& state, const RefuseTyped& command);

// What a field holds and cannot be used is dropped, with the edits that typing it has made. Without
// a field, of the one that was refused last.
struct DropTyped {
    std::string field = {};
};
void Apply(AppState& state, const DropTyped& command);

// The end of a gesture: the edits of it are one entry of the history. If the field that is left
// holds something that cannot be used, its edits are taken back.
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
// differs. Throws Error, and then nothing has changed, if the new recipe cannot be decoded.
void Edit(AppState& state, const std::string& name, Recipe edited, const std::string& gesture = {});

// Makes an edit that may throw Error: then its field, which holds `typed`, says why.
void EditOrRefuse(AppState& state, std::string_view field, const std::string& typed,
                  const std::function<void()>& edit);

// Takes back the edits after the first `undo_count`, as if they had never been made.
void Forget(AppState& state, int undo_count);

}  // namespace decodescope
