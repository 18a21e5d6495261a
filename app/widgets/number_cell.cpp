#include "app/widgets/number_cell.h"

namespace decodescope {

void DrawNumberCell(const Pen& pen, Area area, ImU32 fill, std::string_view number, CellStyle style,
                    bool centered) {
    const Metrics& m = pen.theme.metrics;
    const Palette& c = pen.theme.colors();
    const bool is_inverted = style == CellStyle::Inverted;
    pen.In(is_inverted ? c.ink : fill).Fill(area, m.cell_radius);
    if (style == CellStyle::Ringed) {
        pen.In(c.ink).Ring(area.Grown(-pen.theme.Px(m.ring) / 2), m.cell_radius, m.ring);
    }
    const Pen digits =
        pen.In(FontRole::Mono).Strong(style != CellStyle::Plain).In(is_inverted ? c.on_ink : c.ink);
    if (centered) {
        digits.WriteMiddle(area.center(), number);
    } else {
        digits.WriteRight({area.max.x - pen.theme.Px(m.text_gap), area.center().y}, number);
    }
}

}  // namespace decodescope
