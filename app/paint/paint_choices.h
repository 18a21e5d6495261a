// What can be chosen by a click in a scene: layers, heads, stages, maps, the overview.
#pragma once

#include <string>

#include "app/paint/canvas.h"

namespace decodescope {

void PaintChoice(const Canvas& canvas, const Choice& choice, bool is_hovered);

std::string HotspotOf(const Choice& choice);

}  // namespace decodescope
