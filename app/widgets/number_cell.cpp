#include "app/widgets/number_cell.h"

#include "app/widgets/text.h"

namespace decodescope {

void DrawNumberCell(ImDrawList& list, const Theme& theme, Area area, ImU32 fill,
                    std::string_view number, CellStyle look, bool centered) {
    const Metrics& m = theme.metrics;
    const Palette& c = theme.colors();
    const float radius = theme.Px(m.cell_radius);
    const bool is_inverted = look == CellStyle::Inverted;
    list.AddRectFilled(area.min, area.max, is_inverted ? c.ink : fill, radius);
    if (look == CellStyle::Ringed) {
        const Area ring = area.Grown(-theme.Px(m.ring) / 2);
        list.AddRect(ring.min, ring.max, c.ink, radius, 0, theme.Px(m.ring));
    }
    const FontRole font = look == CellStyle::Plain ? FontRole::Mono : FontRole::MonoStrong;
    const ImU32 color = is_inverted ? c.on_ink : c.ink;
    if (centered) {
        DrawText(list, theme, font, area.center(), color, number, Anchor::Middle);
    } else {
        DrawText(list, theme, font, {area.max.x - theme.Px(m.text_gap), area.center().y}, color,
                 number, Anchor::Right);
    }
}

}  // namespace decodescope
