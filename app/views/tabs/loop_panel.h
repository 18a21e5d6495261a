// The generation loop as code, the line of the present step lit, and its variables with their
// values.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawLoopPanel(const Panel& panel, Area area);

}  // namespace decodescope
