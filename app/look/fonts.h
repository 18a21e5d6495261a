// Finds the fonts and puts their glyphs into ImGui's atlas.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/look/area.h"
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

// Characters of other scripts (日, א) are loaded one by one, from whichever font has them, up to
// this number; the rest, and what no font or ImGui itself can hold, is shown as its code.
constexpr size_t kMostOthers = 1500;

// The glyphs that texts need.
struct GlyphNeeds {
    Glyphs ranges = Glyphs::Common;
    std::set<ImWchar> others;

    void Add(std::string_view text);

    friend bool operator==(const GlyphNeeds&, const GlyphNeeds&) = default;
};

// Fills theme.fonts and theme.cap_centers for theme.scale, and theme.zoomed_fonts for theme.zoom.
// The families are found through fontconfig; where none of them is installed, whatever it offers
// for "sans-serif" and "monospace", and where it has no font at all, the one inside ImGui. The
// atlas is emptied first, so its texture must be made again.
void LoadFonts(Theme& theme, const GlyphNeeds& needs = {}, const FontFamilies& families = {});

// A font and the size at which it is drawn.
struct SizedFont {
    ImFont* font;
    float size;
};

// For text in the pass at this zoom: a font that was made for it, else the nearest one.
SizedFont FontAt(const Theme& theme, FontRole role, float zoom);

// How wide ASCII and common text is at a zoom, in window pixels.
float TextWidthAt(const Theme& theme, FontRole role, std::string_view text, float zoom);

// Around the glyphs of a line of text whose upper left corner is there; empty without glyphs.
Area InkOf(const SizedFont& font, ImVec2 corner, std::string_view text);

// Whether fontconfig knows a font of this family.
bool HasFamily(const std::string& family);

}  // namespace decodescope
