// Commands about the screen: preferences, pages over the others, the message.
#pragma once

#include <string>

#include "app/state/state.h"

namespace decodescope {

// --- Preferences

struct SetTheme {
    ThemeKind theme{};
};
void Apply(AppState& state, const SetTheme& command);

struct SetScale {
    float scale = 1;
};
void Apply(AppState& state, const SetScale& command);

struct SetNumberFormat {
    NumberFormat format;
};
void Apply(AppState& state, const SetNumberFormat& command);

struct ToggleMotion {};
void Apply(AppState& state, const ToggleMotion& command);

// How much memory the numbers of passes may take; those of older passes are computed again.
struct SetTraceMemory {
    int megabytes = kUsualTraceMegabytes;
};
void Apply(AppState& state, const SetTraceMemory& command);

struct SetPanelSizes {
    PanelSizes sizes;
};
void Apply(AppState& state, const SetPanelSizes& command);

// What the last frame showed at the sides of the pass.
struct NoteSides {
    bool shows_recipe = true, shows_inspector = true;
};
void Apply(AppState& state, const NoteSides& command);

// Folds it to a strip, or opens it again; from then on, the width of the window decides no more.
struct ToggleRecipe {};
void Apply(AppState& state, const ToggleRecipe& command);

struct ToggleInspector {};
void Apply(AppState& state, const ToggleInspector& command);

struct RememberWindow {
    WindowPlace place;
};
void Apply(AppState& state, const RememberWindow& command);

// --- Pages

struct ToggleKeys {};
void Apply(AppState& state, const ToggleKeys& command);

struct ToggleSettings {};
void Apply(AppState& state, const ToggleSettings& command);

struct ToggleFullScreen {};
void Apply(AppState& state, const ToggleFullScreen& command);

struct TogglePresentation {};
void Apply(AppState& state, const TogglePresentation& command);

struct ShowMessage {
    std::string text;
    Topic topic = Topic::Anything;
};
void Apply(AppState& state, const ShowMessage& command);

// What was wrong with a topic is right again: a message about it goes away.
struct EndMessage {
    Topic topic = Topic::Anything;
};
void Apply(AppState& state, const EndMessage& command);

struct DismissMessage {};
void Apply(AppState& state, const DismissMessage& command);

// Closes what is open, the topmost first; if nothing is, unpins.
struct Escape {};
void Apply(AppState& state, const Escape& command);

}  // namespace decodescope
