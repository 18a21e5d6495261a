// The picture of a plane: who wins where, the embeddings, q, k and v, and h with its path.
#pragma once

#include "app/views/plane/plane_frame.h"

namespace decodescope {

// Draws the whole picture, clipped to the frame's area.
void PaintPlane(const Panel& panel, const PlaneFrame& frame, const Plane& plane);

}  // namespace decodescope
