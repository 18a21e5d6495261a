// How a person likes the screen: theme, size, numbers, motion, playing. In the middle of the
// window.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawSettingsPage(const Panel& panel, Area window);

}  // namespace decodescope
