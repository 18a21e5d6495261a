// Transition through the recording: three grains of buttons, playing, and the timeline.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawTransport(const Panel& panel, Area area);

}  // namespace decodescope
