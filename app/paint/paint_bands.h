// Bands: coloured strips of the picture, on four levels between the blocks and the numbers.
#pragma once

#include "app/paint/canvas.h"

namespace decodescope {

// Each paints only the bands of its level: the cards below the blocks; those between a block's fill
// and its edge; rows that fly, above the blocks; the rows of this pass, above the maps.
void PaintCard(const Canvas& canvas, const Band& band);
void PaintBand(const Canvas& canvas, const Band& band);
void PaintFlyingRows(const Canvas& canvas, const Band& band);
void PaintPassRows(const Canvas& canvas, const Band& band);

}  // namespace decodescope
