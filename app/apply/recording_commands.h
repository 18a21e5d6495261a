// How the recordings of a state are made: a toy's at once, a larger model's as its passes arrive.
#pragma once

#include <memory>
#include <vector>

#include "app/state/state.h"

namespace decodescope {

// Further passes of the newest recording, for a larger model.
struct AddPasses {
    int edition = 0;  // AppState::edition when they were asked for
    std::vector<PassPtr> passes;
};
void Apply(AppState& state, const AddPasses& command);

// --- For other commands

// Makes `recipe` the document's, and its recording. Throws Error, and then nothing has changed, if
// it cannot be decoded: so the document's recipe always can.
void SetRecipe(AppState& state, Recipe recipe);

// Makes the recordings of the other branches while they are shown: all of a toy's, the compared one
// of a larger model. What is known is kept.
void RecordBranches(AppState& state);

// Shows the first token of a model whose recipe has no prompt. What is wrong with the prompt is for
// the caller to say.
void ShowFirstToken(AppState& state);

// A recording with passes added; it shares those that it had.
std::shared_ptr<const Recording> Longer(const Recording& recording,
                                        const std::vector<PassPtr>& passes);

}  // namespace decodescope
