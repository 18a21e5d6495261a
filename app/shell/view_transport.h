// What the transport's commands mean in the view that is shown: whatever moves is on screen. Where
// a view has steps of its own they move through those, and the playhead stays.
#pragma once

#include <optional>

#include "app/panel/view_worker.h"
#include "app/state/command.h"
#include "app/work/view_steps.h"

namespace decodescope {

// Of the view that is shown, whose worker is given; nothing where the transport moves the playhead.
std::optional<ViewSteps> StepsOf(const AppState& state, const ViewWorker* worker);

// A command as the shown view takes it: itself, or what it means there. None, where it would move
// something that is not on screen.
Commands ForShownView(const AppState& state, const ViewWorker* worker, const Command& command);

}  // namespace decodescope
