// What a person can wish for. Panels return wishes; Apply is the only place that grants them.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "app/state.h"
#include "core/cell.h"
#include "core/recording.h"
#include "core/selection.h"

namespace decodescope {

// --- Moving: changes the playhead, never the recipe
struct GoTo { Playhead playhead; };
struct GoToNextStage {};
struct GoToPreviousStage {};
struct GoToNextPass {};
struct GoToPreviousPass {};
struct GoToFirst {};
struct GoToLast {};
struct TogglePlay {};

// --- Editing: makes a new recipe, and so a new recording
struct SetPrompt { std::string prompt; };
struct SetTokens { int tokens; };
struct SetRule { SelectionRule rule; };
struct SetParameter { Cell cell; double number; };  // an embedding, a weight, a bias, a gain
struct Undo {};
struct Redo {};

// --- Files
struct OpenPath { std::string path; };
struct Save {};
struct SaveAs { std::string path; };

// --- Looking
struct ChooseLayer { int layer; };
struct ChooseHead { int head; };
struct Pin { std::optional<Cell> cell; };
struct ChooseTab { std::string tab; };
struct SetTheme { ThemeKind theme; };
struct SetScale { float scale; };
struct SetNumberFormat { NumberFormat format; };
struct ToggleKeys {};
struct DismissMessage {};
struct Quit {};

using Command =
    std::variant<GoTo, GoToNextStage, GoToPreviousStage, GoToNextPass, GoToPreviousPass, GoToFirst,
                 GoToLast, TogglePlay, SetPrompt, SetTokens, SetRule, SetParameter, Undo, Redo,
                 OpenPath, Save, SaveAs, ChooseLayer, ChooseHead, Pin, ChooseTab, SetTheme, SetScale,
                 SetNumberFormat, ToggleKeys, DismissMessage, Quit>;

using Commands = std::vector<Command>;

}  // namespace decodescope
