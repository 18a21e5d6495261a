// Asks what the program must know before it goes on (app/question.h), over everything else.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// Draws over the window while something is asked. Enter gives the first answer.
void DrawQuestionPage(const Panel& panel, Area window);

}  // namespace decodescope
