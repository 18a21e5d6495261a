#include "app/paint/paint_text.h"

#include <array>

#include "app/look/fonts.h"
#include "app/look/imgui_compat.h"
#include "app/widgets/shapes.h"

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

TagStyle StyleOf(const Palette& colors, TagKind kind) {
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

float WordsWidth(const Canvas& canvas, FontRole role, const std::string& words) {
    return TextWidthAt(canvas.theme, role, Displayable(canvas.theme, role, words),
                       canvas.text_zoom());
}

}  // namespace

FontRole FontOf(TextStyle style) {
    // In the order of TextStyle.
    constexpr std::array kRoles{FontRole::ContainerTitle, FontRole::LabelStrong, FontRole::Label,
                                FontRole::Mono, FontRole::MonoStrong};
    return kRoles[static_cast<size_t>(style)];
}

void PaintWords(const Canvas& canvas, FontRole role, ImVec2 at, ImU32 color,
                const std::string& words, Anchor anchor) {
    const SizedFont at_zoom = FontAt(canvas.theme, role, canvas.text_zoom());
    const std::string shown = Displayable(canvas.theme, role, words);
    const float width = anchor == Anchor::Left ? 0 : WordsWidth(canvas, role, words);
    const float x = anchor == Anchor::Left    ? at.x
                    : anchor == Anchor::Right ? at.x - width
                                              : at.x - width / 2;
    const float of_line =
        canvas.theme.cap_centers[static_cast<size_t>(role)] / SizeOf(*canvas.theme.Font(role));
    const float cap = at_zoom.size * of_line;
    canvas.list.AddText(at_zoom.font, at_zoom.size, {std::round(x), std::round(at.y - cap)}, color,
                        shown.c_str());
}

void PaintText(const Canvas& canvas, const Text& text) {
    const Area area = canvas.At(text.place);
    const float y = area.center().y;
    const auto [anchor, x] = text.align == Align::Left ? std::pair(Anchor::Left, area.min.x)
                             : text.align == Align::Center
                                 ? std::pair(Anchor::Middle, area.center().x)
                                 : std::pair(Anchor::Right, area.max.x);
    PaintWords(canvas, FontOf(text.style), {x, y}, ColorOf(canvas.colors(), text.tone), text.words,
               anchor);
}

void PaintTag(const Canvas& canvas, const Tag& tag) {
    const TagStyle style = StyleOf(canvas.colors(), tag.kind);
    const Area area = canvas.At(tag.place);
    const float pill = area.height() / 2;
    const float radius = tag.kind == TagKind::Waiting || tag.origin == TokenOrigin::Generated
                             ? pill
                             : std::min(pill, canvas.Px(5));
    if (style.fill != 0) canvas.list.AddRectFilled(area.min, area.max, style.fill, radius);
    const float width = std::max(1.0f, std::round(canvas.Px(style.edge_width)));
    if (style.is_dashed) {
        const float on = tag.kind == TagKind::Ghost ? 4.0f : 5.0f;
        DrawDashedRect(canvas.list, area, radius, style.edge, width, {canvas.Px(on), canvas.Px(4)});
    } else if (style.edge_width > 0) {
        canvas.list.AddRect(area.min, area.max, style.edge, radius, 0, width);
    }

    const bool both = !tag.token.empty() && !tag.position.empty();
    const float gap = both ? canvas.Px(tag.kind == TagKind::Waiting ? 10.0f : 4.0f) : 0;
    const float token = tag.token.empty() ? 0 : WordsWidth(canvas, style.font, tag.token);
    const float position =
        tag.position.empty() ? 0 : WordsWidth(canvas, FontRole::Mono, tag.position);
    const float x = area.center().x - (token + gap + position) / 2;
    const float y = area.center().y;
    PaintWords(canvas, style.font, {x, y}, style.token, tag.token, Anchor::Left);
    PaintWords(canvas, FontRole::Mono, {x + token + gap, y}, style.position, tag.position,
               Anchor::Left);
}

}  // namespace decodescope
