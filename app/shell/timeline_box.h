// A box of the timeline: what it stands for is done, at the playhead, ahead, or not recorded yet.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

enum class BoxState { Done, Now, Ahead, Missing };

// The box at the playhead is higher than the others.
Area AsCurrent(const Panel& panel, Area box);

void DrawBox(const Panel& panel, Area box, BoxState state, bool hovered);

}  // namespace decodescope
