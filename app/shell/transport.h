// Moving through the recording: buttons for stage, pass and run, playing, and the timeline.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawTransport(const Panel& panel, Area area);

}  // namespace decodescope
