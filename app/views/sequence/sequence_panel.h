// The sequence at the playhead: its tokens as chips, and counters of where they are.
#pragma once

#include <string>

#include "app/panel/panel.h"

namespace decodescope {

// How many positions are in the cache: "2 → 3" while an append changes it. In the middle of a pass
// over several layers, the rows of the layer that is shown, and the positions that are in all
// layers: "5 / 0", "layer 0 / all".
struct CacheCounter {
    std::string number;
    std::string caption;
};
CacheCounter CacheCounterAt(const Recording& recording, Playhead playhead, int layer);

void DrawSequencePanel(const Panel& panel, Area area);

}  // namespace decodescope
