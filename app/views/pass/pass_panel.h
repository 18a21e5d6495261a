// The pass at the playhead: its name, a sentence on the present step, and the picture of it.
//
// The wheel zooms around the mouse, dragging pans, a double click beside the numbers shows
// everything. A click on a number pins it; one beside the numbers unpins it.
#pragma once

#include "app/panel/panel.h"
#include "app/scene/build.h"

namespace decodescope {

// What is shown of the pass at the playhead in a room of this size, in scene pixels.
SceneView PassViewOf(const Panel& panel, Point size);

void DrawPassPanel(const Panel& panel, Area area);

}  // namespace decodescope
