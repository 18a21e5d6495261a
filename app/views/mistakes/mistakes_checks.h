// The invariants with a tick or a cross each, and the wrong line of code beside the right one.
#pragma once

#include "app/panel/panel.h"
#include "app/views/mistakes/mistakes_view_data.h"

namespace decodescope {

void DrawMistakesChecks(const Panel& panel, const MistakesViewData& data, Column& column);

// The same in a line, for where the list is out of sight.
void DrawMistakesVerdict(const Panel& panel, const MistakesViewData& data, Column& column);

void DrawMistakesCode(const Panel& panel, Column& column);

// Why the shown mistake is one, and what follows from it.
void DrawMistakesReason(const Panel& panel, Column& column);

}  // namespace decodescope
