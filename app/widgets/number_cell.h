// One number in its box: plain, made from (ringed), or the one that is looked at (inverted).
#pragma once

#include <string_view>

#include "app/look/area.h"
#include "app/look/theme.h"

namespace decodescope {

enum class CellStyle { Plain, Ringed, Inverted };

// `fill` is the cell's own colour. The number stands at the right, or in the middle.
void DrawNumberCell(ImDrawList& list, const Theme& theme, Area area, ImU32 fill,
                    std::string_view number, CellStyle look, bool centered = false);

}  // namespace decodescope
