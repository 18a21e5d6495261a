// Walking the cells of the pass by keys.
#pragma once

#include "app/panel/panel.h"
#include "app/scene/camera.h"

namespace decodescope {

// Wishes for the cell that the keys pressed since the last frame lead to, and for a camera that
// shows it. `window` in scene pixels.
void EmitWalks(const Panel& panel, const Scene& scene, const Camera& camera, Point window);

}  // namespace decodescope
