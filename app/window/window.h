// The window on the screen: the only part that knows GLFW and OpenGL.
#pragma once

#include "app/cli/cli.h"

namespace decodescope {

// Shows the window until it is closed, or writes the screenshot that the options ask for, and
// returns the exit code. Throws Error, saying what still works, where there is no display or no
// OpenGL 3.3.
int ShowWindow(const WindowOptions& options);

}  // namespace decodescope
