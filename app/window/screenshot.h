// A picture of the window, drawn where nobody sees it.
#pragma once

#include "app/cli/cli.h"

namespace decodescope {

// Draws until nothing moves or is decoded any more, writes the PNG that the options name, and
// returns the exit code. Throws Error.
int TakeScreenshot(const WindowOptions& options);

}  // namespace decodescope
