// The menu of one token: to rename, move or remove it.
//
//   | [ lemon          ] [  4 ] |     a name and an ID, both to be edited
//   | [ Up ] [ Down ] [ Remove ]|
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// Drawn at the chip of the token whose menu is open, within `panel_area`, as a window of its own.
void DrawTokenMenu(const Panel& panel, Area panel_area);

}  // namespace decodescope
