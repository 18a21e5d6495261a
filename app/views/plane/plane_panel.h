// The plane: embeddings as arrows to drag, which token wins where, q, k and v, and h with its path.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawPlanePanel(const Panel& panel, Area area);

}  // namespace decodescope
