// All keys, from the same table as the menus.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// Over the window, while the page is open.
void DrawKeysPage(const Panel& panel, Area window);

}  // namespace decodescope
