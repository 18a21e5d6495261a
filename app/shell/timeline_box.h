// A box of the timeline: what it stands for is behind, here, ahead, or still to come.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

enum class BoxState { Done, Now, Ahead, Missing };

// A box as high as it is where the playhead stands.
Area AsCurrent(const Panel& panel, Area box);

void DrawBox(const Panel& panel, Area box, BoxState state, bool hovered);

}  // namespace decodescope
