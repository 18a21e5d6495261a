// The boundaries between panels: drag one to move it, double click to put it back.
#pragma once

#include "app/look/window_layout.h"
#include "app/panel/panel.h"

namespace decodescope {

void DrawSplitters(const Panel& panel, const Layout& layout, ImVec2 window);

}  // namespace decodescope
