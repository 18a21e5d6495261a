// What the transport's commands mean while a view is shown that has steps of its own: they move
// through those, and the playhead stays.
#pragma once

#include <optional>

#include "app/state/command.h"
#include "app/work/view_steps.h"

namespace decodescope {

// Of the view that is shown; nothing where the transport moves the playhead.
std::optional<ViewSteps> StepsOf(const AppState& state);

// A command as the shown view takes it: itself, or what it means for that view's steps.
Commands ForShownView(const AppState& state, const Command& command);

}  // namespace decodescope
