#include "app/paint/paint_blocks.h"

#include "app/widgets/shapes.h"

namespace decodescope {

void PaintBlockFill(const Canvas& canvas, const Block& block) {
    if (block.state == BlockState::Ghost) return;
    const Area area = canvas.At(block.place);
    canvas.list.AddRectFilled(area.min, area.max, canvas.colors().block, canvas.Px(kBlockRadius));
}

void PaintBlockEdge(const Canvas& canvas, const Block& block) {
    const Palette& colors = canvas.colors();
    const Area area = canvas.At(block.place);
    const float radius = canvas.Px(kBlockRadius);
    const float hairline = std::max(1.0f, std::round(canvas.theme.Px(1)));
    const bool is_tray = block.id == BlockId::Tray;
    if (block.id == BlockId::Cache) {
        const float width = std::round(canvas.Line(3));
        const Area inner = area.Grown(-width / 2);
        canvas.list.AddRect(inner.min, inner.max, colors.cached.stroke, radius, 0, width);
    } else if (block.state == BlockState::Ghost) {
        DrawDashedRect(canvas.list, area, radius, colors.ghost, hairline,
                       {canvas.Px(4), canvas.Px(4)});
    } else if (is_tray) {
        DrawDashedRect(canvas.list, area, radius, colors.waiting.stroke, std::round(canvas.Px(2)),
                       {canvas.Px(5), canvas.Px(4)});
    } else if (block.state == BlockState::Current) {
        const float width = std::round(canvas.Line(2));
        const Area inner = area.Grown(-width / 2);
        canvas.list.AddRect(inner.min, inner.max, colors.now_current_border, radius, 0, width);
    } else {
        canvas.list.AddRect(area.min, area.max, colors.line, radius, 0, hairline);
    }
    const bool is_projection =
        block.meaning == Meaning::Q || block.meaning == Meaning::K || block.meaning == Meaning::V;
    if (is_projection && block.state != BlockState::Ghost) {
        canvas.list.AddRectFilled({area.min.x, area.min.y + radius},
                                  {area.min.x + canvas.Px(3), area.max.y - radius},
                                  ShadeOf(colors, block.meaning).stroke);
    }
}

}  // namespace decodescope
