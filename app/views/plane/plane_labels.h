// The names of the regions, where they cover nothing else that is drawn.
#pragma once

#include "app/views/plane/plane_frame.h"

namespace decodescope {

void PaintRegionNames(const Panel& panel, const PlaneFrame& frame, const Plane& plane);

}  // namespace decodescope
