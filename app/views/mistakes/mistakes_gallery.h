// The list of mistakes to choose from, or to answer with, and the buttons of the guessing game.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawMistakesGallery(const Panel& panel, Column& column);

}  // namespace decodescope
