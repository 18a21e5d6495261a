// The counted half: what the passes cost, what the cache saves, and the KV heads.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawCostCounted(const Panel& panel, Area area);

}  // namespace decodescope
