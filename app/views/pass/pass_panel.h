// The pass at the playhead: its name, a sentence on the present step, and the picture of it.
//
// The wheel zooms around the mouse, dragging pans, a double click beside the numbers shows
// everything. A click on a number pins it; one beside the numbers lets it go.
#pragma once

#include "app/panel/panel.h"
#include "app/scene/build.h"

namespace decodescope {

// What of the pass at the playhead is shown in so much room, in scene pixels.
SceneView PassViewOf(const Panel& panel, Point size);

void DrawPassPanel(const Panel& panel, Area area);

}  // namespace decodescope
