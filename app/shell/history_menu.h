// The history of edits as a list in the Edit menu: a click goes back, or forward, to any of them.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// A submenu; to be drawn inside an open menu.
void DrawHistoryMenu(const Panel& panel);

}  // namespace decodescope
