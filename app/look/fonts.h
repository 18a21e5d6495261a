// Finds the fonts and puts their glyphs into ImGui's atlas.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/look/theme.h"

namespace decodescope {

// The families to look for, the best first. Glyphs that the first installed one lacks come from the
// next ones.
struct FontFamilies {
    std::vector<std::string> text = {"Inter", "DejaVu Sans", "Noto Sans", "Liberation Sans"};
    std::vector<std::string> mono = {"JetBrains Mono", "DejaVu Sans Mono", "Noto Sans Mono",
                                     "Liberation Mono"};
};

// Which glyphs are loaded: most texts need only the common ones, and loading all takes three times
// as long.
enum class Glyphs { Common, All };

// The glyphs that a text needs. Characters outside both sets count as common: their codes are
// shown.
Glyphs GlyphsFor(std::string_view text);

// Fills theme.fonts and theme.cap_centers for theme.scale. The families are found through
// fontconfig; where none of them is installed, whatever it offers for "sans-serif" and "monospace",
// and where it has no font at all, the one inside ImGui. The atlas is emptied first, so its texture
// must be made again.
void LoadFonts(Theme& theme, Glyphs glyphs = Glyphs::Common, const FontFamilies& families = {});

// Whether fontconfig knows a font of this family.
bool HasFamily(const std::string& family);

}  // namespace decodescope
