// What the transport moves while a view is shown that has steps of its own: those, instead of the
// pass.
#pragma once

#include <optional>
#include <string>

#include "app/state/state.h"

namespace decodescope {

struct ViewSteps {
    int now = -1;          // -1: before the first
    int count = 0;         // so far
    bool is_whole = true;  // no more will come

    int last() const { return count - 1; }
};

// Of the view that is shown; nothing where the transport moves through the pass.
std::optional<ViewSteps> StepsOfView(const AppState& state);

// "Step 3: 1 prefill, 2 decode, 1 idle".
std::string StepTitle(const AppState& state);

// Shows a step of that view, or the nearest there is.
void ShowStepOfView(AppState& state, int step);

}  // namespace decodescope
