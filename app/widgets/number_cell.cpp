#include "app/widgets/number_cell.h"

#include "app/widgets/pen.h"

namespace decodescope {

void DrawNumberCell(ImDrawList& list, const Theme& theme, Area area, ImU32 fill,
                    std::string_view number, CellStyle style, bool centered) {
    const Metrics& m = theme.metrics;
    const Palette& c = theme.colors();
    const Pen pen{list, theme, FontRole::Mono};
    const bool is_inverted = style == CellStyle::Inverted;
    pen.In(is_inverted ? c.ink : fill).Fill(area, m.cell_radius);
    if (style == CellStyle::Ringed) {
        pen.Ring(area.Grown(-theme.Px(m.ring) / 2), m.cell_radius, m.ring);
    }
    const Pen digits = pen.Strong(style != CellStyle::Plain).In(is_inverted ? c.on_ink : c.ink);
    if (centered) {
        digits.WriteMiddle(area.center(), number);
    } else {
        digits.WriteRight({area.max.x - theme.Px(m.text_gap), area.center().y}, number);
    }
}

}  // namespace decodescope
