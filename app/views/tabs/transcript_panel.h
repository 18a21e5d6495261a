// The step at the playhead in words and numbers, to be read aloud, selected and copied.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawTranscriptPanel(const Panel& panel, Area area);

}  // namespace decodescope
