// The sequence as it stands: its tokens as chips, and how many of them are where.
#pragma once

#include "app/panels/panel.h"

namespace decodescope {

void DrawSequencePanel(const Panel& panel, Area area);

}  // namespace decodescope
