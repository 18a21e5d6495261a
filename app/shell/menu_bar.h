// The menus and, at the right, which file is open and whether it is saved.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawMenuBar(const Panel& panel, Area area);

}  // namespace decodescope
