// The choices of what is modelled.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// Shape, hardware, formats and KV heads; batch and context.
void DrawCostControls(const Panel& panel, Column& column);

// Shape and KV heads; batch and context.
void DrawShazeerControls(const Panel& panel, Column& column);

}  // namespace decodescope
