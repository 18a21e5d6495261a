// The vocabulary entries of the present pass with logit, probability and probability after the
// rule, the most likely first.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawCandidatesPanel(const Panel& panel, Area area);

}  // namespace decodescope
