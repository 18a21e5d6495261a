#include "app/paint/paint_text.h"

#include <array>

#include "app/look/fonts.h"
#include "app/look/imgui_compat.h"
#include "app/scene/words.h"
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

// Whether the edge of what is shown, or a control on it, would cut the words. Then, as on a map,
// they are left out: half of a number is another number.
bool IsCut(const Canvas& canvas, const SizedFont& font, ImVec2 corner, std::string_view words) {
    const Area ink = InkOf(font, corner, words);
    const ImVec2 low = canvas.list.GetClipRectMin(), high = canvas.list.GetClipRectMax();
    constexpr float kSoftEdge = 1;
    const Area& covered = canvas.covered;
    const bool is_covered = ink.min.x < covered.max.x && covered.min.x < ink.max.x &&
                            ink.min.y < covered.max.y && covered.min.y < ink.max.y;
    return is_covered || ink.min.x < low.x - kSoftEdge || ink.max.x > high.x + kSoftEdge ||
           ink.min.y < low.y - kSoftEdge || ink.max.y > high.y + kSoftEdge;
}

// What of the words there is room for at this zoom: fonts of other sizes are not quite as wide as
// the zoom says.
std::string Fitted(const Canvas& canvas, FontRole role, const std::string& words, float width) {
    constexpr float kSoftEdge = 2;
    const auto fits = [&](const std::string& some) {
        return WordsWidth(canvas, role, some) <= width + kSoftEdge;
    };
    if (fits(words)) return words;
    const bool is_number = role == FontRole::Mono || role == FontRole::MonoStrong;
    const std::string shown = is_number ? "" : Shortened(words, fits);
    return shown == "…" ? "" : shown;
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
    const ImVec2 corner{std::round(x), std::round(at.y - cap)};
    if (IsCut(canvas, at_zoom, corner, shown)) return;
    canvas.list.AddText(at_zoom.font, at_zoom.size, corner, color, shown.c_str());
}

void PaintText(const Canvas& canvas, const Text& text) {
    const Area area = canvas.At(text.place);
    const float y = area.center().y;
    const auto [anchor, x] = text.align == Align::Left ? std::pair(Anchor::Left, area.min.x)
                             : text.align == Align::Center
                                 ? std::pair(Anchor::Middle, area.center().x)
                                 : std::pair(Anchor::Right, area.max.x);
    const FontRole role = FontOf(text.style);
    PaintWords(canvas, role, {x, y}, ColorOf(canvas.colors(), text.tone),
               Fitted(canvas, role, text.words, area.width()), anchor);
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

    constexpr float kEdges = 4;  // window pixels
    const bool both = !tag.token.empty() && !tag.position.empty();
    const float gap = both ? canvas.Px(tag.kind == TagKind::Waiting ? 10.0f : 4.0f) : 0;
    const float position =
        tag.position.empty() ? 0 : WordsWidth(canvas, FontRole::Mono, tag.position);
    const std::string words =
        Fitted(canvas, style.font, tag.token, area.width() - gap - position - kEdges);
    const float token = words.empty() ? 0 : WordsWidth(canvas, style.font, words);
    const float x = area.center().x - (token + gap + position) / 2;
    const float y = area.center().y;
    PaintWords(canvas, style.font, {x, y}, style.token, words, Anchor::Left);
    PaintWords(canvas, FontRole::Mono, {x + token + gap, y}, style.position, tag.position,
               Anchor::Left);
}

}  // namespace decodescope
