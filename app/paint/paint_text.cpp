#include <array>

#include "app/look/imgui_compat.h"
#include "app/paint/paint_parts.h"
#include "app/widgets/shapes.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

ImU32 ColorOf(const Palette& colors, Tone tone) {
    switch (tone) {
        case Tone::Ink: return colors.ink;
        case Tone::Muted: return colors.muted;
        case Tone::Q: return colors.q.text;
        case Tone::K: return colors.k.text;
        case Tone::V: return colors.v.text;
        case Tone::Cached: return colors.cached.text;
        case Tone::Waiting: return colors.waiting.text;
        case Tone::OnNow: return colors.on_now;
        case Tone::OnInk: return colors.on_ink;
    }
    return colors.ink;
}

// How a kind of tag looks.
struct TagStyle {
    ImU32 fill = 0;
    ImU32 edge = 0;
    float edge_width = 1;
    ImU32 token = 0;
    ImU32 position = 0;
    FontRole font = FontRole::LabelStrong;
    bool is_dashed = false;
};

TagStyle LookOf(const Palette& colors, TagKind kind) {
    switch (kind) {
        case TagKind::RowLabel:
            return {.fill = colors.now_tint,
                    .edge = colors.now_edge,
                    .token = colors.ink,
                    .position = colors.ink};
        case TagKind::Ghost:
            return {.edge = colors.ghost,
                    .token = colors.muted,
                    .position = colors.muted,
                    .is_dashed = true};
        case TagKind::CacheChip:
            return {.fill = colors.cached_solid,
                    .edge_width = 0,
                    .token = colors.on_cached_solid,
                    .position = colors.on_cached_solid};
        case TagKind::Waiting:
            return {.fill = colors.waiting.tint,
                    .edge = colors.waiting.stroke,
                    .edge_width = 2,
                    .token = colors.waiting.text,
                    .position = colors.waiting.text,
                    .font = FontRole::ContainerTitle,
                    .is_dashed = true};
        case TagKind::Vocabulary:
            return {.fill = colors.block,
                    .edge = colors.field_border,
                    .token = colors.ink,
                    .position = colors.ink};
    }
    return {};
}

}  // namespace

FontRole FontOf(TextStyle style) {
    // In the order of TextStyle.
    constexpr std::array kRoles{FontRole::ContainerTitle, FontRole::LabelStrong, FontRole::Label,
                                FontRole::Mono, FontRole::MonoStrong};
    return kRoles[static_cast<size_t>(style)];
}

float WordsWidth(const Canvas& canvas, FontRole role, const std::string& words) {
    return TextWidth(canvas.theme, role, words) * canvas.zoom();
}

void PaintWords(const Canvas& canvas, FontRole role, ImVec2 at, ImU32 color,
                const std::string& words, TextEnd end) {
    ImFont* font = canvas.theme.Font(role);
    const std::string shown = Displayable(canvas.theme, role, words);
    const float width = end == TextEnd::Left ? 0 : WordsWidth(canvas, role, words);
    const float x = end == TextEnd::Left    ? at.x
                    : end == TextEnd::Right ? at.x - width
                                            : at.x - width / 2;
    const float cap = canvas.theme.cap_centers[static_cast<size_t>(role)] * canvas.zoom();
    canvas.list.AddText(font, SizeOf(*font) * canvas.zoom(),
                        {std::round(x), std::round(at.y - cap)}, color, shown.c_str());
}

void PaintText(const Canvas& canvas, const Text& text) {
    const Area area = canvas.At(text.place);
    const FontRole role = FontOf(text.style);
    const ImU32 color = ColorOf(canvas.theme.colors(), text.tone);
    const float y = area.center().y;
    switch (text.align) {
        case Align::Left:
            PaintWords(canvas, role, {area.min.x, y}, color, text.words, TextEnd::Left);
            break;
        case Align::Center:
            PaintWords(canvas, role, {area.center().x, y}, color, text.words, TextEnd::Middle);
            break;
        case Align::Right:
            PaintWords(canvas, role, {area.max.x, y}, color, text.words, TextEnd::Right);
            break;
    }
}

void PaintTag(const Canvas& canvas, const Tag& tag) {
    const TagStyle look = LookOf(canvas.theme.colors(), tag.kind);
    const Area area = canvas.At(tag.place);
    const float pill = area.height() / 2;
    const float radius = tag.kind == TagKind::Waiting || tag.origin == TokenOrigin::Generated
                             ? pill
                             : std::min(pill, canvas.Px(5));
    if (look.fill != 0) canvas.list.AddRectFilled(area.min, area.max, look.fill, radius);
    const float width = std::max(1.0f, std::round(canvas.Px(look.edge_width)));
    if (look.is_dashed) {
        const float on = tag.kind == TagKind::Ghost ? 4.0f : 5.0f;
        DrawDashedRect(canvas.list, area, radius, look.edge, width, {canvas.Px(on), canvas.Px(4)});
    } else if (look.edge_width > 0) {
        canvas.list.AddRect(area.min, area.max, look.edge, radius, 0, width);
    }

    const bool both = !tag.token.empty() && !tag.position.empty();
    const float gap = both ? canvas.Px(tag.kind == TagKind::Waiting ? 10.0f : 4.0f) : 0;
    const float token = tag.token.empty() ? 0 : WordsWidth(canvas, look.font, tag.token);
    const float position =
        tag.position.empty() ? 0 : WordsWidth(canvas, FontRole::Mono, tag.position);
    const float x = area.center().x - (token + gap + position) / 2;
    const float y = area.center().y;
    PaintWords(canvas, look.font, {x, y}, look.token, tag.token, TextEnd::Left);
    PaintWords(canvas, FontRole::Mono, {x + token + gap, y}, look.position, tag.position,
               TextEnd::Left);
}

}  // namespace decodescope
