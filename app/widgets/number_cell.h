// One number in its box: plain, a source of the inspected number (ringed), or that number
// (inverted).
#pragma once

#include <string_view>

#include "app/look/area.h"
#include "app/widgets/pen.h"

namespace decodescope {

enum class CellStyle { Plain, Ringed, Inverted };

// `fill` is the cell's own colour. The number is at the right, or in the middle.
void DrawNumberCell(const Pen& pen, Area area, ImU32 fill, std::string_view number, CellStyle style,
                    bool centered = false);

}  // namespace decodescope
