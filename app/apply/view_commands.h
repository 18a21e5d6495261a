// Commands about what part of the recording and of the model is shown.
#pragma once

#include <string>

#include "app/state/state.h"

namespace decodescope {

struct ChooseView {
    View view = View::Pass;
};
void Apply(AppState& state, const ChooseView& command);

struct ChooseTab {
    std::string tab;
};
void Apply(AppState& state, const ChooseTab& command);

struct ChooseLayer {
    int layer = 0;
};
void Apply(AppState& state, const ChooseLayer& command);

struct ChooseHead {
    int head = 0;
};
void Apply(AppState& state, const ChooseHead& command);

// All layers and heads at once; not for a model with one layer and one head.
struct ToggleOverview {};
void Apply(AppState& state, const ToggleOverview& command);

// One layer and head out of the overview.
struct OpenHead {
    int layer = 0, head = 0;
};
void Apply(AppState& state, const OpenHead& command);

struct LookAt {
    Camera camera;
};
void Apply(AppState& state, const LookAt& command);

// Shows the values of a stage after attention, or hides them again.
struct OpenStage {
    Stage stage{};
};
void Apply(AppState& state, const OpenStage& command);

// --- Of the recipe's model

struct ChooseParameters {
    ParameterTable table;
};
void Apply(AppState& state, const ChooseParameters& command);

struct ShowTokenMenu {
    std::optional<TokenId> id;  // nothing: closes it
};
void Apply(AppState& state, const ShowTokenMenu& command);

struct SearchTokens {
    std::string text;
};
void Apply(AppState& state, const SearchTokens& command);

// --- For other commands

// Brings what is shown of the recording into its range: layer, head, playhead, pinned cell, plane.
void KeepInRange(AppState& state);

// The same for what is shown of the recipe's model: its table, its token, an inline edit.
void KeepInModel(AppState& state);

}  // namespace decodescope
