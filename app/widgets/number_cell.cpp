#include "app/widgets/number_cell.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/tip.h"

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
    const float room = NumberRoom(pen.theme, area), width = digits.Width(number);
    const float side = std::min(pen.theme.Px(m.text_gap), (area.width() - width) / 2);
    if (width > room) {
        digits.WriteMiddle(area.center(), digits.Shortened(number, room));
        Tip(pen.theme, area, number);
    } else if (centered) {
        digits.WriteMiddle(area.center(), number);
    } else {
        digits.WriteRight({area.max.x - side, area.center().y}, number);
    }
}

float NumberRoom(const Theme& theme, Area cell) {
    return cell.width() - 2 * theme.Px(theme.metrics.cell_gap);
}

std::string FittingNumber(const Pen& digits, double number, const NumberFormat& format, float room,
                          bool as_typed) {
    const std::string typed = FormatInput(number, format), set = FormatNumber(number, format);
    const bool is_whole = ParseTypedNumber(set) == number || !std::isfinite(number);
    const std::string rounded = is_whole ? set : set + "…";
    const bool fits = digits.Width(rounded) <= room;
    if ((as_typed || !is_whole || !fits) && digits.Width(typed) <= room) return typed;
    return fits ? rounded : digits.Shortened(typed, room);
}

}  // namespace decodescope
