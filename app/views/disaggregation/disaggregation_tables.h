// Two tables side by side: how long the transfer takes on each link, and the check of both
// protocols against one worker.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

constexpr float kDisaggregationTables = 280;  // how high they are, at scale 1

// Modelled. A click chooses a link.
void DrawLinks(const Panel& panel, Area area);

// Computed.
void DrawTransferCheck(const Panel& panel, Area area);

}  // namespace decodescope
