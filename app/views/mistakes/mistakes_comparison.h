// Cache, weights, hidden, logits and selected token of the pass: as they are, and as they should
// be.
#pragma once

#include "app/panel/panel.h"
#include "app/views/mistakes/mistakes_view_data.h"

namespace decodescope {

void DrawMistakesComparison(const Panel& panel, const MistakesViewData& data, Column& column);

}  // namespace decodescope
