// All that a person chose: the prompt, the model's numbers, the selection rule. Edited where it
// stands.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawRecipePanel(const Panel& panel, Area area);

}  // namespace decodescope
