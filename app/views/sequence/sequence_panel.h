// The sequence at the playhead: its tokens as chips, and counters of where they are.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawSequencePanel(const Panel& panel, Area area);

}  // namespace decodescope
