// How tokens are selected: the rule, its numbers, how many tokens, and the seed.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawSelectionRule(const Panel& panel, Column& column);

}  // namespace decodescope
