// The plane: embeddings as arrows to drag, who wins where, q, k and v, and h with its way so far.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawPlanePanel(const Panel& panel, Area area);

}  // namespace decodescope
