// Arrows between blocks: rounded corners, dashed where they are still to come.
#pragma once

#include "app/paint/canvas.h"

namespace decodescope {

void PaintArrow(const Canvas& canvas, const Arrow& arrow);

}  // namespace decodescope
