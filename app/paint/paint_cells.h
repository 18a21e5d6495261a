// Numbers, as digits and as colour, and what lights up among them.
#pragma once

#include "app/paint/canvas.h"
#include "app/scene/highlights.h"

namespace decodescope {

void PaintCell(const Canvas& canvas, const CellBox& box, const Highlights& highlights);

// The map with this index in the scene.
void PaintMap(const Canvas& canvas, const Scene& scene, size_t index, const Highlights& highlights);

// An ink ring along the edge of an area.
void PaintRing(const Canvas& canvas, const Area& area, float thickness);

}  // namespace decodescope
