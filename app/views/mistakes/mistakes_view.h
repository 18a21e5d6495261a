// The view "Mistakes": a gallery of mistakes that decoders make, one pass of a decoder that makes
// the chosen one beside the correct values, and which invariants hold.
#pragma once

#include "app/panel/view_row.h"

namespace decodescope {

void DrawMistakesView(const Panel& panel, Area area);

extern const ViewRow kMistakesView;

}  // namespace decodescope
