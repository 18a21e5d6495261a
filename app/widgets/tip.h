// Words that explain what the mouse is over: beside the thing, never over it.
#pragma once

#include <string_view>

#include "app/look/area.h"
#include "app/look/theme.h"

namespace decodescope {

// While the mouse is over the area, in the window that is being drawn. Two of one area are shown
// below each other.
void Tip(const Theme& theme, Area area, std::string_view text);

// The same for a thing that is part of a picture, such as a number in a formula: beside the whole
// picture, never over it.
void Tip(const Theme& theme, Area area, std::string_view text, Area picture);

// Where a tip of a size is: below the thing, above it, or beside it, wherever there is room for it
// in the window; at the mouse where the thing leaves none.
ImVec2 TipPlace(Area thing, ImVec2 size, ImVec2 window, float gap, ImVec2 mouse);

}  // namespace decodescope
