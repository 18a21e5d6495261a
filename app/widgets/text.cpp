#include "app/widgets/text.h"

#include <cfloat>
#include <vector>

#include "app/look/imgui_compat.h"
#include "core/base/utf8.h"

namespace decodescope {
namespace {

// Between groups of digits. A bold monospaced font may lack it; a space does as well there.
constexpr char32_t kNarrowSpace = 0x202F;

bool IsAscii(std::string_view text) {
    for (const char c : text) {
        if (c < 0x20 || c > 0x7E) return false;
    }
    return true;
}

// The lines of a text, broken at spaces.
std::vector<std::string_view> LinesOf(const Theme& theme, FontRole role, std::string_view text,
                                      float width) {
    std::vector<std::string_view> lines;
    size_t start = 0, end = 0;  // of the line so far
    while (end < text.size()) {
        if (text[end] == '\n') {
            lines.push_back(text.substr(start, end - start));
            start = ++end;
            continue;
        }
        size_t next = text.find_first_of(" \n", end + 1);
        if (next == std::string_view::npos) next = text.size();
        if (end > start && TextWidth(theme, role, text.substr(start, next - start)) > width) {
            lines.push_back(text.substr(start, end - start));
            start = text[end] == ' ' ? end + 1 : end;
        }
        end = next;
    }
    if (start < text.size()) lines.push_back(text.substr(start));
    return lines;
}

// Where a text that is `width` wide begins.
float LeftOf(float x, float width, Anchor anchor) {
    return anchor == Anchor::Left ? x : anchor == Anchor::Middle ? x - width / 2 : x - width;
}

// How much of a text the clip rectangle leaves, and which of its ends stays where it is. A text
// that begins outside has been scrolled there, and stays whole.
struct Room {
    float width;
    Anchor stays;
};

Room RoomFor(const ImDrawList& list, float x, float width, Anchor anchor) {
    const float left = LeftOf(x, width, anchor);
    const float before = list.GetClipRectMin().x - left;
    const float after = left + width - list.GetClipRectMax().x;
    const float twice = anchor == Anchor::Middle ? 2.0f : 1.0f;
    if (before > 1 && anchor != Anchor::Left && x > list.GetClipRectMin().x)
        return {width - twice * before, anchor};
    if (after > 1 && after < width)
        return {width - twice * after, anchor == Anchor::Right ? Anchor::Left : anchor};
    return {width, anchor};
}

}  // namespace

std::string Displayable(const Theme& theme, FontRole role, std::string_view text) {
    if (IsAscii(text)) return std::string(text);
    ImFont& font = *theme.Font(role);
    std::string shown;
    size_t after_code = std::string::npos;  // where the last code ends, which is shown as such
    for (size_t at = 0; at < text.size();) {
        const Utf8Character character = Utf8At(text, at);
        if (!character.code_point) {
            shown += ByteName(text[at]);
        } else if (GlyphOf(font, *character.code_point)) {
            shown += text.substr(at, character.length);
        } else if (character.code_point == U'\n' || character.code_point == kNarrowSpace) {
            shown += character.code_point == U'\n' ? '\n' : ' ';
        } else {
            if (after_code == shown.size()) shown += ' ';
            shown += CodePointName(*character.code_point);
            after_code = shown.size();
        }
        at += character.length;
    }
    return shown;
}

float TextWidth(const Theme& theme, FontRole role, std::string_view text) {
    const std::string shown = Displayable(theme, role, text);
    ImFont& font = *theme.Font(role);
    return font
        .CalcTextSizeA(SizeOf(font), FLT_MAX, 0.0f, shown.data(), shown.data() + shown.size())
        .x;
}

float DrawText(ImDrawList& list, const Theme& theme, FontRole role, ImVec2 at, ImU32 color,
               std::string_view text, Anchor anchor) {
    std::string shown = Displayable(theme, role, text);
    float width = TextWidth(theme, role, shown);
    const Room room = RoomFor(list, at.x, width, anchor);
    float left = LeftOf(at.x, width, anchor);
    if (room.width < width) {
        const bool has_room = room.width >= TextWidth(theme, role, "…");
        shown = has_room ? Shortened(theme, role, shown, room.width) : "";
        width = TextWidth(theme, role, shown);
        if (room.stays == anchor) left = LeftOf(at.x, width, anchor);
    }
    const ImVec2 place{std::round(left),
                       std::round(at.y - theme.cap_centers[static_cast<size_t>(role)])};
    ImFont& font = *theme.Font(role);
    list.AddText(&font, SizeOf(font), place, color, shown.data(), shown.data() + shown.size());
    return place.x + width;
}

float DrawSubscripted(ImDrawList& list, const Theme& theme, FontRole role, ImVec2 at, ImU32 color,
                      std::string_view symbol, std::string_view subscript) {
    const float x = DrawText(list, theme, role, at, color, symbol);
    if (subscript.empty()) return x;
    const bool mono =
        role == FontRole::MonoLarge || role == FontRole::Mono || role == FontRole::MonoStrong;
    return DrawText(list, theme, mono ? FontRole::MonoStrong : FontRole::Label,
                    {x, at.y + theme.Px(5)}, color, subscript);
}

std::string Shortened(const Theme& theme, FontRole role, std::string_view text, float width) {
    if (TextWidth(theme, role, text) <= width) return std::string(text);
    size_t end = text.size();
    while (end > 0) {
        do --end;  // never cut inside a character
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
        const std::string cut = std::string(text.substr(0, end)) + "…";
        if (TextWidth(theme, role, cut) <= width) return cut;
    }
    return "…";
}

float DrawParagraph(ImDrawList& list, const Theme& theme, FontRole role, ImVec2 at, ImU32 color,
                    std::string_view text, float width, int max_lines) {
    const std::vector<std::string_view> lines = LinesOf(theme, role, text, width);
    const size_t shown = std::min(lines.size(), static_cast<size_t>(std::max(0, max_lines)));
    for (size_t i = 0; i < shown; ++i) {
        const bool is_cut = i + 1 == shown && shown < lines.size();
        const std::string line(lines[i]);
        DrawText(list, theme, role, at, color, is_cut ? line + " …" : line);
        at.y += theme.Px(theme.metrics.line_height);
    }
    return at.y;
}

std::string Wrapped(const Theme& theme, FontRole role, std::string_view text, float width) {
    std::string wrapped;
    for (const std::string_view line : LinesOf(theme, role, text, width)) {
        wrapped += (wrapped.empty() ? "" : "\n") + Displayable(theme, role, line);
    }
    return wrapped;
}

int ParagraphLines(const Theme& theme, FontRole role, std::string_view text, float width) {
    return static_cast<int>(LinesOf(theme, role, text, width).size());
}

}  // namespace decodescope
