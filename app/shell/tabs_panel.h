// The lower right: one of several views, chosen by tabs.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// `with_recipe`: the window is too narrow for the recipe to stand at its left.
void DrawTabsPanel(const Panel& panel, Area area, bool with_recipe);

}  // namespace decodescope
