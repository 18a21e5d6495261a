// --playhead PASS:STAGE[:LAYER], or STEP
#pragma once

#include <optional>
#include <string>

#include "app/cli/option_list.h"
#include "core/run/playhead.h"
#include "core/run/recipe.h"

namespace decodescope {

// As typed: "start"; PASS:STAGE[:LAYER] such as "1:append", "1:append:4"; "0:8", the number of a
// step in its pass; or "3", that of a step in the whole run. All numbers are from 0.
struct PlayheadTyped {
    std::optional<int> pass = {};  // absent: the step is one of the whole run
    std::string stage = {};        // its name; which there are, the model says
    std::optional<int> step = {};  // where no stage is named; absent, too: the start
    int layer = 0;
};

void AddPlayhead(OptionList& list, std::optional<PlayheadTyped>& playhead);

PlayheadTyped ParsePlayhead(const std::string& text, const std::string& option);

// The playhead that is meant in a recipe's recording. Throws Error where the recipe has no such
// pass, or its model no such stage, step or layer.
Playhead ResolvePlayhead(const PlayheadTyped& typed, const Recipe& recipe);

}  // namespace decodescope
