// Blocks: their fill below what is in them, and their edge above it.
#pragma once

#include "app/paint/canvas.h"

namespace decodescope {

constexpr float kBlockRadius = 8;

void PaintBlockFill(const Canvas& canvas, const Block& block);
void PaintBlockEdge(const Canvas& canvas, const Block& block);

}  // namespace decodescope
