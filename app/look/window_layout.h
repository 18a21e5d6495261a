// Where the panels are in a window.
//
//   +--------------------- menu ---------------------+
//   +------------------- sequence -------------------+
//   | recipe |          pass             | inspector |
//   |        |                           +-----------+   Both sides fold to a strip: by themselves
//   |        |                           |   tabs    |   in narrow windows, or as the person wants.
//   +--------+---------------------------+-----------+
//   +------------------- transport ------------------+
//
// A view other than the pass takes the room of pass, inspector and tabs, and where it is not about
// the recipe's own sequence, that of the sequence too. Between the panels are splitters, which can
// be dragged.
#pragma once

#include <optional>

#include "app/look/area.h"
#include "app/look/theme.h"

namespace decodescope {

// Sizes that a person chose by dragging, at scale 1, so that a change of the scale keeps the
// proportions. Without one, the layout chooses.
struct PanelSizes {
    std::optional<float> recipe_width, inspector_width, inspector_height;
    std::optional<bool> recipe_open, inspector_open;  // the latter with the tabs

    friend bool operator==(const PanelSizes&, const PanelSizes&) = default;
};

enum class Splitter { Recipe, Inspector, Tabs };

struct Layout {
    Area menu, sequence, recipe, pass, inspector, tabs, transport;
    Area view;     // pass, inspector and tabs together
    Area message;  // in the lower end of the pass

    Area recipe_strip, inspector_strip;  // in place of a folded side; else empty

    Area recipe_splitter, inspector_splitter, tabs_splitter;  // empty where there is none
};

// The scale in a window for which `chosen` was asked: no larger than leaves the panels room, so
// that nobody can choose one in which the settings are out of reach. Never above `chosen`, and
// never smaller in a larger window.
float ScaleIn(ImVec2 window, float chosen);

// Every panel stays large enough to be usable, as far as the window allows. `pass_width` is what
// the pass needs for its numbers, at scale 1: sides whose width nobody has chosen leave it to the
// pass as far as they can.
Layout LayoutFor(const Theme& theme, ImVec2 window, const PanelSizes& sizes = {},
                 float pass_width = 0);

// The sizes after one splitter was dragged to the mouse, as far as it goes.
PanelSizes Dragged(const Theme& theme, ImVec2 window, PanelSizes sizes, Splitter splitter,
                   ImVec2 mouse);

// The sizes with one of them left to the layout again.
PanelSizes Undragged(PanelSizes sizes, Splitter splitter);

// The same layout with one view in place of pass, inspector and tabs.
Layout WithView(const Theme& theme, Layout layout, bool shows_sequence);

// The same layout with room of its own for a message of this height, so that it covers nothing: the
// middle of the window ends above it.
Layout WithMessage(const Theme& theme, Layout layout, float height);

// For a lecture room: sequence, pass and the progress of the run.
Layout PresentationFor(const Theme& theme, ImVec2 window);

}  // namespace decodescope
