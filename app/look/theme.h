// How everything looks: the only place with colours, font sizes and distances.
//
// Colours are named by what they mean, not by what they are. Sizes are at UI scale 1; Px() scales.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

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
    ImU32 timeline_done;
    std::array<ImU32, 8> regions;       // of the plane: which token wins where
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

constexpr size_t kFontRoleCount = static_cast<size_t>(FontRole::Count);

// Distances at scale 1, from the 4-pixel grid.
struct Metrics {
    float menu_height = 36, sequence_height = 68, transport_height = 80, message_height = 40;
    float recipe_width = 240, inspector_width = 360, inspector_narrow = 320;
    float inspector_height = 368, inspector_share_least = 0.42f, inspector_share_most = 0.55f;
    // Narrower windows fold the inspector, and then the recipe, to a strip.
    float inspector_window = 1500, recipe_window = 1300;
    float strip_width = 40, strip_button = 28, strip_top = 10;
    float title_line = 28, sentence_line = 54;  // from the upper edge of the pass
    float margin = 24, gap = 8, text_gap = 6;
    float hairline = 1, ring = 2.5f, field_border = 1.5f;

    float chip_height = 30, chip_padding = 14, chip_text_gap = 8, chip_gap = 16, chip_radius = 5;
    float halo = 4, dash_on = 5, dash_off = 4, dash_width = 2;
    float key_chip_width = 32;  // a token without a position

    float sequence_chips = 128, sequence_chip_top = 10, sequence_caption = 55;
    float sequence_counter = 24, sequence_counter_caption = 52, counter_shape = 16,
          counter_gap = 12;
    std::array<float, 4> counter_right = {24, 176, 289, 417};  // from the strip's right edge
    float counters_left = 104;                                 // room for the leftmost one

    float field_height = 36, field_radius = 6, field_padding = 12;
    float line_height = 22;  // of running text
    float title_gap = 36, label_gap = 14, section_gap = 22, table_row = 26;
    float number_height = 28, number_gap = 4, matrix_cell = 26, matrix_pitch = 28;
    float matrix_head = 22, matrix_column = 68, output_cell = 34, embedding_indent = 44;

    float term_result = 64, term_equals = 12, term_dot = 24, term_row = 29, term_heads = 26;
    float inspector_formula = 34;

    float table_head = 40, id_width = 32, token_width = 64, bar_height = 3, check_column = 132,
          page_width = 560, settings_width = 420, tip_width = 320;

    float button = 40, button_gap = 4, button_radius = 8, play_width = 96, speed_width = 88;
    float play_gap = 12, timeline_gap = 32, group_gap = 24;
    float box_title = 24, box_top = 42, box_height = 16;  // from the top of the transport
    float box_gap = 3, box_grow = 4, box_radius = 4, box_least = 10, closed_box_least = 10;
    float layer_gap = 6, layer_name = 12;
    float open_pass_least = 0.4f, open_pass_most = 0.6f;  // share of the timeline
    float toggle = 18, choice_width = 160;
    float tab_height = 44, tab_bar = 4, row_height = 30;

    float cell_width = 64, cell_height = 28, cell_gap = 2, cell_radius = 3;
};

// Those for a window of this height at scale 1: low ones leave more of it to the pass.
Metrics MetricsFor(float window_height);

// Those of a presentation: the chips of the sequence and the progress of the run, without buttons.
Metrics PresentationMetrics();

struct Theme {
    ThemeKind kind = ThemeKind::Light;
    float scale = 1.0f;
    const Palette* palette = nullptr;
    Metrics metrics;
    std::array<ImFont*, kFontRoleCount> fonts{};
    std::array<float, kFontRoleCount> cap_centers{};  // from a line's top to the middle of its H

    // The pass is seen through a camera. What it is written in exists at its zoom, too, so that no
    // glyph is scaled; null where it does not (FontAt in fonts.h).
    float zoom = 1;
    std::array<ImFont*, kFontRoleCount> zoomed_fonts{};

    // A distance in window pixels; whole, so that hairlines and text stay sharp.
    float Px(float at_scale_1) const { return at_scale_1 * scale; }
    float Whole(float at_scale_1) const { return std::max(1.0f, std::round(Px(at_scale_1))); }
    ImFont* Font(FontRole role) const { return fonts[static_cast<size_t>(role)]; }
    const Palette& colors() const { return *palette; }
};

const Palette& PaletteOf(ThemeKind kind);

// Colour for a magnitude in [0, 1] or a signed value in [-1, 1]; not-a-number is neutral. Under
// numbers only the first 40 % of the magnitude map is used, so that ink stays readable.
ImU32 MagnitudeColor(const Palette& palette, float share, bool under_number);
ImU32 SignedColor(const Palette& palette, float share);

// The ratio of two colours' luminances, 1 to 21, as WCAG 2 defines it. Opaque colours only.
double ContrastRatio(ImU32 a, ImU32 b);

// `color` with its opacity multiplied by `alpha`.
ImU32 Faded(ImU32 color, float alpha);

// The colour by which a picture is multiplied to be shown in its own colours.
ImU32 Untinted(float opacity);

// Loads the fonts for a scale into ImGui's atlas (fonts.h), and sets ImGui's own style. Call again
// when the scale or the zoom changes; the texture must then be made again.
Theme LoadTheme(ThemeKind kind, float scale, float zoom = 1);

// The same theme in the other palette; fonts stay.
Theme WithPalette(const Theme& theme, ThemeKind kind);

// Sets ImGui's own colours and distances to this theme's; fonts stay.
void ApplyStyle(const Theme& theme);

}  // namespace decodescope
