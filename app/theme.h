// How everything looks: the only place with colours, font sizes and distances.
//
// Colours are named by what they mean, not by what they are. Sizes are at UI scale 1; Px() scales.
#pragma once

#include <imgui.h>

#include <array>

namespace decodescope {

enum class ThemeKind { Light, Dark };

// The three shades in which a meaning appears.
struct Shade {
    ImU32 stroke;
    ImU32 text;
    ImU32 tint;
};

struct Palette {
    Shade q, k, v, cached, waiting;
    ImU32 cached_solid, on_cached_solid;
    ImU32 now_fill, on_now, now_tint, now_edge, now_current_border;
    ImU32 canvas, panel, block;
    ImU32 line, field_border, ghost;
    ImU32 ink, muted, on_ink;
    ImU32 arrow, ghost_arrow;
    ImU32 neutral_cell;
    std::array<ImU32, 3> regions;       // plane: who wins where
    std::array<ImU32, 5> magnitude;     // 0 .. largest, interpolated in OKLab
    std::array<ImU32, 5> signed_scale;  // most negative .. 0 .. most positive
};

enum class FontRole {
    PassTitle,       // Inter SemiBold 20
    ContainerTitle,  // Inter SemiBold 18
    PanelTitle,      // Inter SemiBold 16
    Sentence,        // Inter Regular 16
    Label,           // Inter Regular 15
    LabelStrong,     // Inter SemiBold 15
    Mono,            // JetBrains Mono Regular 15
    MonoStrong,      // JetBrains Mono Bold 15
    MonoLarge,       // JetBrains Mono Bold 22
    Count,
};

// Distances at scale 1, from the 4-pixel grid.
struct Metrics {
    float menu_height = 36, sequence_height = 68, transport_height = 80;
    float recipe_width = 240, inspector_width = 360;
    float margin = 24;
    float cell_width = 64, cell_height = 28, cell_gap = 2, cell_radius = 3;
    float block_radius = 8, block_padding = 12, block_title = 32, block_rows_top = 36,
          block_bottom = 8;
    float column_gap_left = 64, column_gap_right = 32, arrow_lane = 10;
};

struct Theme {
    ThemeKind kind = ThemeKind::Light;
    float scale = 1.0f;
    const Palette* palette = nullptr;
    Metrics metrics;
    std::array<ImFont*, static_cast<size_t>(FontRole::Count)> fonts{};

    float Px(float at_scale_1) const { return at_scale_1 * scale; }
    ImFont* Font(FontRole role) const { return fonts[static_cast<size_t>(role)]; }
    const Palette& colors() const { return *palette; }
};

const Palette& PaletteOf(ThemeKind kind);

// Colour for a magnitude in [0, 1] or a signed value in [-1, 1]; not-a-number is neutral. Behind
// numbers only the first 40 % of the magnitude map is used, so that ink stays readable.
ImU32 MagnitudeColor(const Palette& palette, float share, bool behind_number);
ImU32 SignedColor(const Palette& palette, float share);

// Loads the fonts for a scale into ImGui's atlas (fontconfig finds them; there is a fallback), and
// sets ImGui's own style. Call again when the scale changes; the texture must be made anew then.
Theme LoadTheme(ThemeKind kind, float scale);

// Sets ImGui's own colours and distances to this theme's; fonts stay.
void ApplyStyle(const Theme& theme);

}  // namespace decodescope
