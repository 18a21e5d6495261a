// The timeline of a view that has steps of its own: a box a step, the present one marked.
#pragma once

#include "app/panel/panel.h"
#include "app/work/view_timeline.h"

namespace decodescope {

void DrawStepTimeline(const Panel& panel, const ViewSteps& steps, Area area);

}  // namespace decodescope
