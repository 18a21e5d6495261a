// Text and simple shapes on a draw list, in the font and colour that the pen has.
//
//   const Pen pen = panel.pen();                                  // labels, in ink
//   pen.Write({x, y}, "positions counted");
//   pen.Muted().WriteRight({right, y}, "3 tokens");
//   pen.In(FontRole::Mono, c.q.text).WriteMiddle(cell.center(), "0.330");
//   pen.In(c.now_tint).Fill(row, m.cell_radius);
//
// A pen is a value: In, Muted and Strong return another pen. Places, areas and widths are in window
// pixels; radii and thicknesses are at scale 1, as the theme's metrics are.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

#include "app/look/area.h"
#include "app/look/theme.h"
#include "app/widgets/shapes.h"
#include "app/widgets/text.h"

namespace decodescope {

struct Pen {
    ImDrawList& list;
    const Theme& theme;
    FontRole font = FontRole::Label;
    ImU32 color = theme.colors().ink;

    // --- Other pens on the same list ------------------------------------------------------------

    Pen In(FontRole other) const { return {list, theme, other, color}; }
    Pen In(ImU32 other) const { return {list, theme, font, other}; }
    Pen In(FontRole other_font, ImU32 other) const { return {list, theme, other_font, other}; }
    Pen Muted(bool is_muted = true) const { return is_muted ? In(theme.colors().muted) : *this; }
    // The bold font of the same size, where the font has one.
    Pen Strong(bool is_strong = true) const;

    // --- Text
    // ------------------------------------------------------------------------------------- `at`.y
    // is the middle of the capitals of the (first) line.

    // From `at`.x on; returns the x after the text.
    float Write(ImVec2 at, std::string_view text) const;
    // Up to `at`.x.
    void WriteRight(ImVec2 at, std::string_view text) const;
    // On both sides of `at`.x.
    void WriteMiddle(ImVec2 at, std::string_view text) const;
    // From `at`.x on, cut with "…" where it is wider than `width`; returns the x after it.
    float WriteShortened(ImVec2 at, std::string_view text, float width) const;
    // In a box of its own, its middle line: cut with "…" where it is wider, the whole then in a
    // tip.
    void WriteIn(Area box, std::string_view text, Anchor anchor = Anchor::Left) const;
    // At both ends of a box: where there is no room for both, the first one is cut first.
    void WriteAtEnds(Area box, std::string_view left, std::string_view right) const;
    // A symbol with a lowered index, as in h₀; returns the x after it.
    float WriteSubscripted(ImVec2 at, std::string_view symbol, std::string_view subscript) const;
    // In lines of at most `width`; returns the middle of the line below the last one.
    float WriteParagraph(ImVec2 at, std::string_view text, float width, int max_lines = 1000) const;

    float Width(std::string_view text) const { return TextWidth(theme, font, text); }
    std::string Shortened(std::string_view text, float width) const;
    int Lines(std::string_view text, float width) const;  // that WriteParagraph would take

    // --- Shapes ---------------------------------------------------------------------------------

    void Fill(Area area, float radius = 0) const;
    // Along the edge of the area: a hairline, or a line whose thickness is rounded to whole pixels.
    void Frame(Area area, float radius = 0, float thickness = 1) const;
    void Ring(Area area, float radius, float thickness) const;  // the same in any thickness
    void Disc(ImVec2 center, float radius) const;
    void Horizontal(float x0, float x1, float y) const;  // hairlines
    void Vertical(float x, float y0, float y1) const;
    void Draw(Icon icon, ImVec2 center, float size = 16) const;
};

// A pen on the window that ImGui is drawing: labels, in ink. Only between BeginPanel and EndPanel:
// before the first window, ImGui would show one of its own for it.
Pen PenOn(const Theme& theme);

}  // namespace decodescope
