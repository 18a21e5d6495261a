// Finds a file in its folder: to open it, or to save there (app/file_browser.h).
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// Draws over the window where a path is asked for.
void DrawFilePage(const Panel& panel, Area window);

}  // namespace decodescope
