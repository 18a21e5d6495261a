// The vocabulary entries of the present pass with logit, raw and final probability, best first.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawCandidatesPanel(const Panel& panel, Area area);

}  // namespace decodescope
