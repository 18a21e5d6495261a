// Draws a scene: every item where it says, in the colours of a theme. Nothing is computed here.
#pragma once

#include "app/look/hotspots.h"
#include "app/paint/canvas.h"
#include "app/scene/highlights.h"

namespace decodescope {

// Cells drawn as numbers, and choices, register as hotspots.
void PaintScene(const Canvas& canvas, const Scene& scene, const Highlights& highlights,
                Hotspots& hotspots);

}  // namespace decodescope
