// The panel at the lower right: one of several pages, chosen by tabs.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawTabsPanel(const Panel& panel, Area area);

}  // namespace decodescope
