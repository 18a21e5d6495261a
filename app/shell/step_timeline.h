// The timeline of a view that has steps of its own: one box per step, the present one marked.
#pragma once

#include "app/panel/panel.h"
#include "app/panel/view_row.h"

namespace decodescope {

void DrawStepTimeline(const Panel& panel, const ViewRow& view, const ViewSteps& steps, Area area);

}  // namespace decodescope
