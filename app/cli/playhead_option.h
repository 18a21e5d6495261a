// --playhead PASS:STAGE[:LAYER]
#pragma once

#include <optional>
#include <string>

#include "app/cli/option_list.h"
#include "core/run/playhead.h"
#include "core/run/recipe.h"

namespace decodescope {

// As typed: "start", or PASS:STAGE[:LAYER] such as "1:append", "1:append:4", "0:8". STAGE is a
// stage's name or the number of a step in its pass, from 0.
struct PlayheadTyped {
    int pass = 0;
    std::optional<Stage> stage;
    int step = -1;  // where no stage is named
    int layer = 0;
};

void AddPlayhead(OptionList& list, std::optional<PlayheadTyped>& playhead);

PlayheadTyped ParsePlayhead(const std::string& text, const std::string& option);

// The playhead that is meant in a recipe's recording. Throws Error where the recipe has no such
// pass, or its model no such stage, step or layer.
Playhead ResolvePlayhead(const PlayheadTyped& typed, const Recipe& recipe);

}  // namespace decodescope
