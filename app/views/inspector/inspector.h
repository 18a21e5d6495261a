// The number under the mouse, or the pinned one: what it is, and the numbers it was made from.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawInspector(const Panel& panel, Area area);

}  // namespace decodescope
