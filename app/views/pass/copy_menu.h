// The menu of a right click on a number: copy it, its sum, or its block.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// After all other panels, which say what is under the mouse.
void DrawCopyMenu(const Panel& panel);

}  // namespace decodescope
