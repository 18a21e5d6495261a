// The shape of a model that is too large to show its numbers: layers, heads, widths and kinds.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawShapeTable(const Panel& panel, Column& column);

}  // namespace decodescope
