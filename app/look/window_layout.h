// Where the panels stand in a window.
//
//   +--------------------- menu ---------------------+
//   +------------------- sequence -------------------+
//   | recipe |          pass             | inspector |
//   |        |                           +-----------+   Narrow windows show the recipe as a tab.
//   |        |                           |   tabs    |
//   +--------+---------------------------+-----------+
//   +------------------- transport ------------------+
//
// Another view than the pass takes the room of pass, inspector and tabs, and where it is not about
// the recipe's own sequence, that of the sequence too. Between them are splitters, which can be
// dragged.
#pragma once

#include <optional>

#include "app/look/area.h"
#include "app/look/theme.h"

namespace decodescope {

// What a person made larger or smaller, at scale 1, so that proportions outlive a change of the
// scale. Where there is nothing, the size is the layout's own choice.
struct PanelSizes {
    std::optional<float> recipe_width, inspector_width, inspector_height;

    friend bool operator==(const PanelSizes&, const PanelSizes&) = default;
};

enum class Splitter { Recipe, Inspector, Tabs };

struct Layout {
    Area menu, sequence, recipe, pass, inspector, tabs, transport;
    Area view;     // pass, inspector and tabs together
    Area message;  // over the lower end of the pass
    bool recipe_is_tab = false;

    Area recipe_splitter, inspector_splitter, tabs_splitter;  // empty: there is no such boundary
};

// Sizes are kept to where every panel stays usable, as far as the window allows.
Layout LayoutFor(const Theme& theme, ImVec2 window, const PanelSizes& sizes = {});

// The sizes with one of them as it is when its splitter is dragged to the mouse, as far as it goes.
PanelSizes Dragged(const Theme& theme, ImVec2 window, PanelSizes sizes, Splitter splitter,
                   ImVec2 mouse);

// The sizes with one of them as the layout chooses it.
PanelSizes Undragged(PanelSizes sizes, Splitter splitter);

// The same with one view in the place of pass, inspector and tabs.
Layout WithView(const Theme& theme, Layout layout, bool shows_sequence);

// For a lecture room: sequence, pass and transport, and the inspector only while a number is
// pinned.
Layout PresentationFor(const Theme& theme, ImVec2 window, bool has_inspector);

}  // namespace decodescope
