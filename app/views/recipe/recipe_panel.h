// All that a person chose, edited in place: the prompt, the model's numbers, the selection rule.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawRecipePanel(const Panel& panel, Area area);

}  // namespace decodescope
