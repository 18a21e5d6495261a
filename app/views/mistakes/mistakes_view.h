// The view on a broken decoder: a gallery of mistakes, one pass of the run beside what it should
// be, and the invariants that hold or do not.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawMistakesView(const Panel& panel, Area area);

}  // namespace decodescope
