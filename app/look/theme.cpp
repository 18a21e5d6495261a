#include "app/look/theme.h"

#include "app/look/fonts.h"

namespace decodescope {
namespace {

constexpr ImU32 Rgb(unsigned rgb) {
    return IM_COL32((rgb >> 16) & 255u, (rgb >> 8) & 255u, rgb & 255u, 255u);
}

// Hues are Okabe and Ito's (Color Universal Design, 2008), darkened on light until strokes reach a
// contrast of 3:1 and text 4.5:1.
constexpr Palette kLight{
    .q = {Rgb(0x0072B2), Rgb(0x00639B), Rgb(0xE2EFF8)},
    .k = {Rgb(0xB87C00), Rgb(0x855600), Rgb(0xFDF1D6)},
    .v = {Rgb(0xC4699C), Rgb(0x99406F), Rgb(0xF8E9F1)},
    .cached = {Rgb(0x009E73), Rgb(0x006B4E), Rgb(0xE0F3EC)},
    .waiting = {Rgb(0xD55E00), Rgb(0xAB4700), Rgb(0xFEF1E7)},
    .cached_solid = Rgb(0x007A59),
    .on_cached_solid = Rgb(0xFFFFFF),
    .now_fill = Rgb(0xF0E442),
    .on_now = Rgb(0x14181F),
    .now_tint = Rgb(0xFCF8C9),
    .now_edge = Rgb(0x8A8200),
    .now_current_border = Rgb(0x14181F),
    .canvas = Rgb(0xF4F5F7),
    .panel = Rgb(0xFFFFFF),
    .block = Rgb(0xFFFFFF),
    .line = Rgb(0xD8DCE2),
    .field_border = Rgb(0x848E9B),
    .ghost = Rgb(0xC3C9D1),
    .ink = Rgb(0x14181F),
    .muted = Rgb(0x545D6A),
    .on_ink = Rgb(0xFFFFFF),
    .arrow = Rgb(0x6B7583),
    .ghost_arrow = Rgb(0xBCC3CC),
    .neutral_cell = Rgb(0xF1F3F6),
    .timeline_done = Rgb(0x5A6573),
    .regions = {Rgb(0xD5E7F5), Rgb(0xF6E8CE), Rgb(0xE4E1EA), Rgb(0xD6EDD9), Rgb(0xF6DCE4),
                Rgb(0xF0F0C8), Rgb(0xCDE9E8), Rgb(0xEEDBD0)},
    .magnitude = {Rgb(0xF3F5F8), Rgb(0xC6CED9), Rgb(0x8E9DB1), Rgb(0x52678A), Rgb(0x14254A)},
    .signed_scale = {Rgb(0x1D4E89), Rgb(0x8DB4DA), Rgb(0xF6F6F4), Rgb(0xE5A486), Rgb(0x9C3412)},
};

constexpr Palette kDark{
    .q = {Rgb(0x4CA9E0), Rgb(0x6FBDEB), Rgb(0x14293A)},
    .k = {Rgb(0xE69F00), Rgb(0xF2B53A), Rgb(0x332811)},
    .v = {Rgb(0xCC79A7), Rgb(0xE3A3C6), Rgb(0x33212C)},
    .cached = {Rgb(0x14B488), Rgb(0x45CFA6), Rgb(0x12302A)},
    .waiting = {Rgb(0xF07C2A), Rgb(0xFF9A52), Rgb(0x38230F)},
    .cached_solid = Rgb(0x14B488),
    .on_cached_solid = Rgb(0x0A0D11),
    .now_fill = Rgb(0xF0E442),
    .on_now = Rgb(0x14181F),
    .now_tint = Rgb(0x3A3712),
    .now_edge = Rgb(0xA89F2C),
    .now_current_border = Rgb(0xF0E442),
    .canvas = Rgb(0x0E1116),
    .panel = Rgb(0x151A21),
    .block = Rgb(0x1A2028),
    .line = Rgb(0x303843),
    .field_border = Rgb(0x667180),
    .ghost = Rgb(0x3D4652),
    .ink = Rgb(0xF1F4F8),
    .muted = Rgb(0xA7B1BE),
    .on_ink = Rgb(0x0E1116),
    .arrow = Rgb(0x8E99A7),
    .ghost_arrow = Rgb(0x434D5A),
    .neutral_cell = Rgb(0x242B35),
    .timeline_done = Rgb(0x8E99A7),
    .regions = {Rgb(0x1C3344), Rgb(0x3B3019), Rgb(0x2D2A36), Rgb(0x1D3A28), Rgb(0x3D2331),
                Rgb(0x373819), Rgb(0x133B3B), Rgb(0x3A271C)},
    .magnitude = {Rgb(0x1E252E), Rgb(0x3A495B), Rgb(0x6F8297), Rgb(0xB0BFCC), Rgb(0xF7FAFC)},
    .signed_scale = {Rgb(0x8CC4FF), Rgb(0x2F5F93), Rgb(0x1C222B), Rgb(0x9A4A2C), Rgb(0xFFB08C)},
};

// --- Colour arithmetic ---------------------------------------------------------------------------

struct Triple {
    double a = 0, b = 0, c = 0;
};

double LinearChannel(ImU32 color, int shift) {
    const double c = ((color >> shift) & 255u) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

Triple LinearRgb(ImU32 color) {
    return {LinearChannel(color, IM_COL32_R_SHIFT), LinearChannel(color, IM_COL32_G_SHIFT),
            LinearChannel(color, IM_COL32_B_SHIFT)};
}

unsigned Channel(double linear) {
    const double c = std::clamp(linear, 0.0, 1.0);
    const double encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
    return static_cast<unsigned>(std::lround(encoded * 255));
}

// OKLab: a colour space in which equal steps look equal (Björn Ottosson, 2020,
// "A perceptual color space for image processing").
Triple Oklab(const Triple& rgb) {
    const double l = std::cbrt(0.4122214708 * rgb.a + 0.5363325363 * rgb.b + 0.0514459929 * rgb.c);
    const double m = std::cbrt(0.2119034982 * rgb.a + 0.6806995451 * rgb.b + 0.1073969566 * rgb.c);
    const double s = std::cbrt(0.0883024619 * rgb.a + 0.2817188376 * rgb.b + 0.6299787005 * rgb.c);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

ImU32 FromOklab(const Triple& lab) {
    const double l = std::pow(lab.a + 0.3963377774 * lab.b + 0.2158037573 * lab.c, 3);
    const double m = std::pow(lab.a - 0.1055613458 * lab.b - 0.0638541728 * lab.c, 3);
    const double s = std::pow(lab.a - 0.0894841775 * lab.b - 1.2914855480 * lab.c, 3);
    return IM_COL32(Channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                    Channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                    Channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s), 255u);
}

ImU32 Mix(ImU32 from, ImU32 to, double share) {
    const Triple a = Oklab(LinearRgb(from)), b = Oklab(LinearRgb(to));
    return FromOklab(
        {a.a + (b.a - a.a) * share, a.b + (b.b - a.b) * share, a.c + (b.c - a.c) * share});
}

// Colours of maps are looked up, not computed: heat maps need one per cell.
constexpr size_t kMapSize = 256;
using ColorMap = std::array<ImU32, kMapSize>;

ColorMap BuildMap(const std::array<ImU32, 5>& stops) {
    ColorMap map{};
    for (size_t i = 0; i < kMapSize; ++i) {
        const double place = static_cast<double>(i * (stops.size() - 1)) / (kMapSize - 1);
        const size_t stop = std::min(static_cast<size_t>(place), stops.size() - 2);
        map[i] = Mix(stops[stop], stops[stop + 1], place - static_cast<double>(stop));
    }
    return map;
}

struct Maps {
    ColorMap magnitude, signed_scale;
};

const Maps& MapsOf(const Palette& palette) {
    static const Maps light{BuildMap(kLight.magnitude), BuildMap(kLight.signed_scale)};
    static const Maps dark{BuildMap(kDark.magnitude), BuildMap(kDark.signed_scale)};
    return &palette == &kDark ? dark : light;
}

ImU32 LookUp(const ColorMap& map, float share) {
    const float place = std::clamp(share, 0.0f, 1.0f) * static_cast<float>(kMapSize - 1);
    return map[static_cast<size_t>(std::lround(place))];
}

}  // namespace

const Palette& PaletteOf(ThemeKind kind) { return kind == ThemeKind::Dark ? kDark : kLight; }

ImU32 MagnitudeColor(const Palette& palette, float share, bool under_number) {
    constexpr float kReadableShare = 0.4f;  // ink stays at 4.5:1 up to here
    if (std::isnan(share)) return palette.neutral_cell;
    return LookUp(MapsOf(palette).magnitude, under_number ? share * kReadableShare : share);
}

ImU32 SignedColor(const Palette& palette, float share) {
    if (std::isnan(share)) return palette.neutral_cell;
    return LookUp(MapsOf(palette).signed_scale, (share + 1) / 2);
}

double ContrastRatio(ImU32 a, ImU32 b) {
    const auto luminance = [](ImU32 color) {
        const Triple rgb = LinearRgb(color);
        return 0.2126 * rgb.a + 0.7152 * rgb.b + 0.0722 * rgb.c;
    };
    const double first = luminance(a) + 0.05, second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

ImU32 Untinted(float opacity) { return Faded(IM_COL32_WHITE, opacity); }

ImU32 Faded(ImU32 color, float alpha) {
    const float opacity =
        static_cast<float>(color >> IM_COL32_A_SHIFT) * std::clamp(alpha, 0.0f, 1.0f);
    return (color & ~IM_COL32_A_MASK) | (static_cast<ImU32>(opacity) << IM_COL32_A_SHIFT);
}

Metrics MetricsFor(float window_height) {
    constexpr float kLow = 820;
    Metrics metrics;
    if (window_height > kLow) return metrics;
    metrics.menu_height = 32;
    metrics.sequence_height = 58;
    metrics.sequence_chip_top = 4;
    metrics.sequence_caption = 45;
    metrics.sequence_counter = 18;
    metrics.sequence_counter_caption = 43;
    metrics.transport_height = 60;
    metrics.button = 36;
    metrics.box_title = 11;
    metrics.box_top = 25;
    metrics.box_height = 14;
    metrics.title_line = 20;
    metrics.sentence_line = 44;
    return metrics;
}

Metrics PresentationMetrics() {
    Metrics metrics = MetricsFor(0);
    metrics.sequence_height = 56;
    metrics.sequence_chip_top = 4;
    metrics.transport_height = 36;
    metrics.box_title = 9;
    metrics.box_top = 20;
    metrics.box_height = 12;
    metrics.box_grow = 2;
    metrics.sentence_line = 22;
    return metrics;
}

Theme LoadTheme(ThemeKind kind, float scale, float zoom) {
    Theme theme;
    theme.kind = kind;
    theme.scale = scale;
    theme.zoom = zoom;
    theme.palette = &PaletteOf(kind);
    LoadFonts(theme);
    ApplyStyle(theme);
    return theme;
}

Theme WithPalette(const Theme& theme, ThemeKind kind) {
    Theme changed = theme;
    changed.kind = kind;
    changed.palette = &PaletteOf(kind);
    ApplyStyle(changed);
    return changed;
}

void ApplyStyle(const Theme& theme) {
    const Palette& c = theme.colors();
    const Metrics& m = theme.metrics;
    ImGuiStyle style;
    style.WindowPadding = {theme.Px(12), theme.Px(8)};
    style.FramePadding = {theme.Px(m.field_padding), theme.Px(6)};
    style.ItemSpacing = {theme.Px(8), theme.Px(6)};
    style.ScrollbarSize = theme.Px(12);
    style.GrabMinSize = theme.Px(12);
    style.WindowBorderSize = 0;
    style.PopupBorderSize = 1;
    style.FrameBorderSize = 1;
    style.WindowRounding = 0;
    style.PopupRounding = theme.Px(m.field_radius);
    style.FrameRounding = theme.Px(m.field_radius);
    style.ScrollbarRounding = theme.Px(6);
    style.CurveTessellationTol = 0.6f;

    const auto set = [&style](ImGuiCol which, ImU32 color) {
        style.Colors[which] = ImGui::ColorConvertU32ToFloat4(color);
    };
    set(ImGuiCol_Text, c.ink);
    set(ImGuiCol_TextDisabled, c.muted);
    set(ImGuiCol_WindowBg, c.panel);
    set(ImGuiCol_ChildBg, Faded(c.panel, 0));
    set(ImGuiCol_PopupBg, c.panel);
    set(ImGuiCol_Border, c.field_border);
    set(ImGuiCol_FrameBg, c.block);
    set(ImGuiCol_FrameBgHovered, c.neutral_cell);
    set(ImGuiCol_FrameBgActive, c.block);
    set(ImGuiCol_MenuBarBg, c.panel);
    set(ImGuiCol_ScrollbarBg, Faded(c.panel, 0));
    set(ImGuiCol_ScrollbarGrab, c.ghost);
    set(ImGuiCol_ScrollbarGrabHovered, c.arrow);
    set(ImGuiCol_ScrollbarGrabActive, c.ink);
    set(ImGuiCol_Button, c.block);
    set(ImGuiCol_ButtonHovered, c.neutral_cell);
    set(ImGuiCol_ButtonActive, c.line);
    set(ImGuiCol_Header, c.neutral_cell);
    set(ImGuiCol_HeaderHovered, c.neutral_cell);
    set(ImGuiCol_HeaderActive, c.line);
    set(ImGuiCol_Separator, c.line);
    set(ImGuiCol_TextSelectedBg, Faded(c.q.stroke, 0.35f));
    set(ImGuiCol_ModalWindowDimBg, Faded(c.ink, 0.25f));
    set(ImGuiCol_NavHighlight, c.ink);
    ImGui::GetStyle() = style;
}

}  // namespace decodescope
