// The panel at the lower right: one of several pages, chosen by tabs.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// `with_recipe`: the window is too narrow for the recipe at the left, so it is a tab.
void DrawTabsPanel(const Panel& panel, Area area, bool with_recipe);

}  // namespace decodescope
