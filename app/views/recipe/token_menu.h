// The menu of one token: to rename, move or remove it.
//
//   | [ lemon          ] [  4 ] |     a name and an ID, both to be edited
//   | [ Up ] [ Down ] [ Remove ]|
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// The menu of the token whose menu is open, at its chip, within `panel_area`. A window of its own.
void DrawTokenMenu(const Panel& panel, Area panel_area);

}  // namespace decodescope
