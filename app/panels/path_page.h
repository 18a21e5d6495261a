// Asks for a path: which file to open, or where to save.
#pragma once

#include "app/panels/panel.h"

namespace decodescope {

// Draws over the window where a path is asked for.
void DrawPathPage(const Panel& panel, Area window);

}  // namespace decodescope
