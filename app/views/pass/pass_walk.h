// Walking from cell to cell of the pass by keys.
#pragma once

#include "app/panel/panel.h"
#include "app/scene/camera.h"

namespace decodescope {

// Emits the focus on the cell to which the keys pressed since the last frame lead, and a camera
// that shows it. `window` in scene pixels.
void EmitWalks(const Panel& panel, const Scene& scene, const Camera& camera, Point window);

}  // namespace decodescope
