// What the mistakes view shows, in words, and the buttons that step through the passes.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawMistakesHead(const Panel& panel, Column& column);

}  // namespace decodescope
