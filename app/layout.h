// Where the panels stand in a window.
//
//   +--------------------- menu ---------------------+
//   +------------------- sequence -------------------+
//   | recipe |          pass             | inspector |
//   |        |                           +-----------+   Narrow windows show the recipe as a tab.
//   |        |                           |   tabs    |
//   +--------+---------------------------+-----------+
//   +------------------- transport ------------------+
#pragma once

#include "app/theme.h"
#include "app/widgets/area.h"

namespace decodescope {

struct Layout {
    Area menu, sequence, recipe, pass, inspector, tabs, transport;
    Area message;  // over the lower end of the pass
    bool recipe_is_tab = false;
};

Layout LayoutFor(const Theme& theme, ImVec2 window);

// For a lecture room: sequence, pass and transport, and the inspector only while a number is pinned.
Layout PresentationFor(const Theme& theme, ImVec2 window, bool has_inspector);

}  // namespace decodescope
