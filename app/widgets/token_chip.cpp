#include "app/widgets/token_chip.h"

#include <algorithm>

#include "app/widgets/text.h"

namespace decodescope {
namespace {

struct ChipColors {
    ImU32 fill;
    ImU32 outline;
    ImU32 text;
};

ChipColors ColorsOf(const Palette& c, const ChipStyle& style) {
    switch (style.state) {
        case TokenState::Cached: return {c.cached_solid, c.cached_solid, c.on_cached_solid};
        case TokenState::Waiting: return {c.waiting.tint, c.waiting.stroke, c.waiting.text};
        case TokenState::Uncached: break;
    }
    return {c.block, style.in_pass ? c.ink : c.field_border, c.ink};
}

float RadiusOf(const Theme& theme, Area area, TokenOrigin origin) {
    const float half = std::min(area.width(), area.height()) / 2;
    if (origin == TokenOrigin::Generated) return half;
    return std::min(theme.Px(theme.metrics.chip_radius), half / 2);
}

// The fonts and distances of a chip, by its size.
struct ChipType {
    FontRole token, index;
    float padding, gap;  // at scale 1
};

ChipType TypeOf(const Metrics& m, ChipSize size) {
    if (size == ChipSize::Usual) {
        return {FontRole::ContainerTitle, FontRole::Mono, m.chip_padding, m.chip_text_gap};
    }
    return {FontRole::LabelStrong, FontRole::Mono, m.chip_padding / 2, m.chip_text_gap / 2};
}

}  // namespace

void DrawChipShape(const Pen& pen, Area area, const ChipStyle& style) {
    const Theme& theme = pen.theme;
    const Metrics& m = theme.metrics;
    const Palette& c = theme.colors();
    const ChipColors colors = ColorsOf(c, style);
    const float radius = RadiusOf(theme, area, style.origin);

    if (style.in_pass) {
        const float halo = theme.Px(m.halo);
        const Area around = area.Grown(halo);
        pen.list.AddRectFilled(around.min, around.max, c.now_fill, radius + halo);
        if (theme.kind == ThemeKind::Light) {
            pen.list.AddRect(around.min, around.max, c.now_edge, radius + halo, 0,
                             theme.Px(m.hairline));
        }
    }
    pen.list.AddRectFilled(area.min, area.max, colors.fill, radius);
    if (style.state == TokenState::Waiting) {
        const bool is_small = area.height() < theme.Px(m.counter_shape + 1);
        const float shrink =
            is_small ? 0.75f : 1.0f;  // else a small square would have only four dashes
        DrawDashedRect(pen.list, area, radius, colors.outline, theme.Px(m.dash_width) * shrink,
                       {theme.Px(m.dash_on) * shrink, theme.Px(m.dash_off) * shrink});
    } else if (style.state == TokenState::Uncached) {
        const Area inside = area.Grown(-theme.Px(m.field_border) / 2);
        pen.list.AddRect(inside.min, inside.max, colors.outline, radius, 0,
                         theme.Px(m.field_border));
    }
}

float ChipWidth(const Theme& theme, std::string_view token, std::string_view index, ChipSize size) {
    const ChipType type = TypeOf(theme.metrics, size);
    float width = 2 * theme.Px(type.padding);
    if (!token.empty()) width += TextWidth(theme, type.token, token);
    if (!index.empty()) width += TextWidth(theme, type.index, index);
    if (!token.empty() && !index.empty()) width += theme.Px(type.gap);
    return std::round(width);
}

void DrawTokenChip(const Pen& pen, Area area, const ChipStyle& style, std::string_view token,
                   std::string_view index, ChipSize size) {
    DrawChipShape(pen, area, style);
    const ChipType type = TypeOf(pen.theme.metrics, size);
    const Pen ink = pen.In(ColorsOf(pen.theme.colors(), style).text);
    const float room = area.width() - pen.theme.Px(type.padding) / 2;
    const float needed = ChipWidth(pen.theme, token, index, size) - 2 * pen.theme.Px(type.padding);
    const float excess = std::max(0.0f, needed - room);
    const std::string shown =
        excess > 0 ? ink.In(type.token).Shortened(token, ink.In(type.token).Width(token) - excess)
                   : std::string(token);
    const float width = ChipWidth(pen.theme, shown, index, size) - 2 * pen.theme.Px(type.padding);
    float x = area.center().x - width / 2;
    if (!token.empty()) {
        x = ink.In(type.token).Write({x, area.center().y}, shown) + pen.theme.Px(type.gap);
    }
    if (index.empty()) return;
    const bool fits = ink.In(type.index).Width(index) <= room;
    ink.In(type.index)
        .Write({fits ? x : area.max.x - room, area.center().y},
               ink.In(type.index).Shortened(index, room));
}

void DrawVocabularyChip(const Pen& pen, Area area, std::string_view token) {
    const Metrics& m = pen.theme.metrics;
    const Palette& c = pen.theme.colors();
    pen.In(c.block).Fill(area, m.chip_radius);
    pen.In(c.field_border).Frame(area.Grown(-pen.theme.Px(m.hairline) / 2), m.chip_radius);
    const Pen name = pen.In(FontRole::LabelStrong, c.ink);
    name.WriteMiddle(area.center(), name.Shortened(token, area.width() - pen.theme.Px(m.text_gap)));
}

}  // namespace decodescope
