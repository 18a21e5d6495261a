// Numbers in heat maps that are seen from near enough: where a number fits into its entry, it is
// drawn there, whole.
#pragma once

#include "app/scene/build.h"
#include "app/scene/camera.h"

namespace decodescope {

// The cells of the maps' entries that are in the window and large enough there for their numbers,
// which keep their size on screen however far the camera is zoomed in. `window` in scene pixels.
std::vector<CellBox> NumbersInMaps(const Recording& recording, const Scene& scene,
                                   const Camera& camera, Point window, const SceneView& view);

}  // namespace decodescope
