// A picture of the window, drawn off screen.
#pragma once

#include "app/cli/cli.h"

namespace decodescope {

// Draws until nothing moves and everything is decoded, writes the PNG that the options name, and
// returns the exit code. Throws Error.
int TakeScreenshot(const WindowOptions& options);

}  // namespace decodescope
