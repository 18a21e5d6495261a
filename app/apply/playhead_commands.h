// Commands that move the playhead. (While a view with steps of its own is shown, the shell turns
// them into commands of that view: app/shell/view_transport.h.)
#pragma once

#include "app/state/state.h"

namespace decodescope {

// To a stage of a pass, or as near as the recording allows. This and every other step by hand
// pauses playing.
struct GoTo {
    Playhead playhead;
    bool keeps_playing = false;
};
void Apply(AppState& state, const GoTo& command);

// After the last stage comes the text of the run.
struct GoToNextStage {};
void Apply(AppState& state, const GoToNextStage& command);

struct GoToPreviousStage {};
void Apply(AppState& state, const GoToPreviousStage& command);

struct GoToNextPass {};
void Apply(AppState& state, const GoToNextPass& command);

struct GoToPreviousPass {};
void Apply(AppState& state, const GoToPreviousPass& command);

struct GoToFirst {};
void Apply(AppState& state, const GoToFirst& command);

struct GoToLast {};
void Apply(AppState& state, const GoToLast& command);

// To the end of the run, with its IDs detokenized; nothing happens before the run is whole.
struct ShowText {};
void Apply(AppState& state, const ShowText& command);

// --- For other commands

// Goes there, or as near as the recording allows. The layer shown follows the playhead into a
// layer; stages outside the layers leave it alone.
void MoveTo(AppState& state, Playhead playhead);

// Whether the playhead is at the last stage of a whole run.
bool IsAtEnd(const AppState& state);

}  // namespace decodescope
