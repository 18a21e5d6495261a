// The signs of the plane, in the picture and in its legend.
#pragma once

#include "app/widgets/pen.h"

namespace decodescope {

// At scale 1: a key's diamond and a value's dot, from the middle to the edge; the band of the
// query; the disc of h, and that of h in an earlier pass.
constexpr float kDiamond = 8, kDot = 4, kQueryBand = 7, kDisc = 7, kPastDisc = 4;

enum class PlaneSign { Key, Value, Query, Hidden };

// Around a place.
void PaintSign(const Pen& pen, ImVec2 at, PlaneSign sign);

}  // namespace decodescope
