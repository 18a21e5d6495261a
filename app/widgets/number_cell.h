// One number in its box: plain, a source of the inspected number (ringed), or that number
// (inverted).
#pragma once

#include <string>
#include <string_view>

#include "app/look/area.h"
#include "app/look/format.h"
#include "app/widgets/pen.h"

namespace decodescope {

enum class CellStyle { Plain, Ringed, Inverted };

// How a number is written where its own digits may be more than the set decimals: as typed where
// that fits, else at the set decimals, with "…" where digits are left out or there is no room.
std::string FittingNumber(const Pen& digits, double number, const NumberFormat& format, float room,
                          bool as_typed);

// The width that a cell leaves for its number.
float NumberRoom(const Theme& theme, Area cell);

// `fill` is the cell's own colour. The number is at the right, or in the middle; cut with "…" where
// the cell is too narrow for it, the whole then in a tip.
void DrawNumberCell(const Pen& pen, Area area, ImU32 fill, std::string_view number, CellStyle style,
                    bool centered = false);

}  // namespace decodescope
