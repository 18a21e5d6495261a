// What a right click on a number offers: to copy it, its sum, or its block.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// Behind all other panels, which say what is under the mouse.
void DrawCopyMenu(const Panel& panel);

}  // namespace decodescope
