// All keys, from the same table as the menus.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// Draws over the window where the page is open.
void DrawKeysPage(const Panel& panel, Area window);

}  // namespace decodescope
