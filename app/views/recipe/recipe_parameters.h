// Any parameter of the model as a table of numbers to edit, but for those that the panel shows
// above it already. Only what is in sight is drawn.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawParameterTable(const Panel& panel, Column& column);

}  // namespace decodescope
