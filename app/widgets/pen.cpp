#include "app/widgets/pen.h"

#include <algorithm>

#include "app/widgets/tip.h"

namespace decodescope {
namespace {

constexpr float kIconLine = 2;  // at scale 1

FontRole StrongOf(FontRole font) {
    switch (font) {
        case FontRole::Label: return FontRole::LabelStrong;
        case FontRole::Mono: return FontRole::MonoStrong;
        default: return font;
    }
}

}  // namespace

Pen Pen::Strong(bool is_strong) const { return is_strong ? In(StrongOf(font)) : *this; }

float Pen::Write(ImVec2 at, std::string_view text) const {
    return DrawText(list, theme, font, at, color, text);
}

void Pen::WriteRight(ImVec2 at, std::string_view text) const {
    DrawText(list, theme, font, at, color, text, Anchor::Right);
}

void Pen::WriteMiddle(ImVec2 at, std::string_view text) const {
    DrawText(list, theme, font, at, color, text, Anchor::Middle);
}

float Pen::WriteShortened(ImVec2 at, std::string_view text, float width) const {
    return Write(at, Shortened(text, width));
}

void Pen::WriteIn(Area box, std::string_view text, Anchor anchor) const {
    if (box.width() < Width(text) && box.width() < Width("…")) return;  // not even a sign fits
    const std::string shown = Shortened(text, box.width());
    const float x = anchor == Anchor::Left     ? box.min.x
                    : anchor == Anchor::Middle ? box.center().x
                                               : box.max.x;
    DrawText(list, theme, font, {x, box.center().y}, color, shown, anchor);
    if (shown != text) Tip(theme, box, text);
}

void Pen::WriteAtEnds(Area box, std::string_view left, std::string_view right) const {
    const float gap = theme.Px(theme.metrics.gap);
    const float wanted = Width(right), least = box.width() / 3;
    const float split =
        box.max.x - std::min(wanted, std::max(least, box.width() - Width(left) - gap));
    WriteIn({{split, box.min.y}, box.max}, right, Anchor::Right);
    WriteIn({box.min, {split - gap, box.max.y}}, left);
}

float Pen::WriteSubscripted(ImVec2 at, std::string_view symbol, std::string_view subscript) const {
    return DrawSubscripted(list, theme, font, at, color, symbol, subscript);
}

float Pen::WriteParagraph(ImVec2 at, std::string_view text, float width, int max_lines) const {
    return DrawParagraph(list, theme, font, at, color, text, width, max_lines);
}

std::string Pen::Shortened(std::string_view text, float width) const {
    return decodescope::Shortened(theme, font, text, width);
}

int Pen::Lines(std::string_view text, float width) const {
    return ParagraphLines(theme, font, text, width);
}

void Pen::Fill(Area area, float radius) const {
    list.AddRectFilled(area.min, area.max, color, theme.Px(radius));
}

void Pen::Frame(Area area, float radius, float thickness) const {
    list.AddRect(area.min, area.max, color, theme.Px(radius), 0, theme.Whole(thickness));
}

void Pen::Ring(Area area, float radius, float thickness) const {
    list.AddRect(area.min, area.max, color, theme.Px(radius), 0, theme.Px(thickness));
}

void Pen::Disc(ImVec2 center, float radius) const {
    list.AddCircleFilled(center, theme.Px(radius), color);
}

void Pen::Horizontal(float x0, float x1, float y) const {
    DrawHorizontal(list, theme, x0, x1, y, color);
}

void Pen::Vertical(float x, float y0, float y1) const {
    DrawVertical(list, theme, x, y0, y1, color);
}

void Pen::Draw(Icon icon, ImVec2 center, float size) const {
    DrawIcon(list, icon, center, theme.Px(size), color, theme.Px(kIconLine));
}

Pen PenOn(const Theme& theme) { return {*ImGui::GetWindowDrawList(), theme}; }

}  // namespace decodescope
