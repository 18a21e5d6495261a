// The sequence as it stands: its tokens as chips, and how many of them are where.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawSequencePanel(const Panel& panel, Area area);

}  // namespace decodescope
