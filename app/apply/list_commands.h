// Commands of lists that are walked through by keys.
#pragma once

#include <string>

#include "app/state/state.h"

namespace decodescope {

// The focus goes to a control; without an ID, to none.
struct FocusControl {
    std::string id;
};
void Apply(AppState& state, const FocusControl& command);

// A key clicks the control that has the focus, when it is next drawn.
struct ClickControl {};
void Apply(AppState& state, const ClickControl& command);

// It has been drawn since: it is in sight, and has been clicked.
struct EndControlFrame {};
void Apply(AppState& state, const EndControlFrame& command);

// Tab has come to the end of the pass's blocks: on to the lists. The shell knows where they are.
struct LeaveBlocks {
    int by = 1;
};
void Apply(AppState& state, const LeaveBlocks& command);

}  // namespace decodescope
