// Finds the fonts and puts their glyphs into ImGui's atlas.
#pragma once

#include "app/theme.h"

namespace decodescope {

// Fills theme.fonts and theme.cap_centers for theme.scale. Inter and JetBrains Mono are found through
// fontconfig; where one is missing DejaVu stands in for it, and where that is missing too, the font
// inside ImGui. What was in the atlas before is gone, so its texture must be made anew.
void LoadFonts(Theme& theme);

}  // namespace decodescope
