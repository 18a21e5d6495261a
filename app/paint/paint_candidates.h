// The bars and marks of the candidates.
#pragma once

#include "app/paint/canvas.h"

namespace decodescope {

void PaintBar(const Canvas& canvas, const Bar& bar);
void PaintDistribution(const Canvas& canvas, const Distribution& distribution);
void PaintTick(const Canvas& canvas, const Tick& tick);

}  // namespace decodescope
