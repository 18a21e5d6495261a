#include "app/paint/paint_cells.h"

#include "app/paint/paint_text.h"
#include "app/scene/heat.h"
#include "app/scene/pass_fit.h"
#include "app/widgets/shapes.h"

namespace decodescope {
namespace {

constexpr float kRadius = 3;
constexpr float kLeastEntry = 1.5f;  // of a map, at scale 1; smaller ones are drawn as groups
constexpr float kLeastText = 9;      // window pixels; smaller digits are left out

ImU32 FillOf(const Palette& colors, const CellBox& box) {
    switch (box.fill) {
        case Fill::None: return 0;
        case Fill::Neutral: return colors.neutral_cell;
        case Fill::Q: return colors.q.tint;
        case Fill::K: return colors.k.tint;
        case Fill::V: return colors.v.tint;
        case Fill::Waiting: return colors.waiting.tint;
        case Fill::Magnitude: return MagnitudeColor(colors, box.share, true);
        case Fill::SignedHeat: return SignedColor(colors, box.share);
        case Fill::MagnitudeHeat: return MagnitudeColor(colors, box.share, false);
    }
    return 0;
}

// On a heat map, whichever of the two inks is easier to read.
ImU32 TextOn(const Palette& colors, const CellBox& box, ImU32 fill) {
    if (box.fill != Fill::SignedHeat && box.fill != Fill::MagnitudeHeat) return colors.ink;
    const bool is_ink = ContrastRatio(colors.ink, fill) >= ContrastRatio(colors.on_ink, fill);
    return is_ink ? colors.ink : colors.on_ink;
}

// The mark of what the last step changed: an ink corner, top left.
void PaintCorner(const Canvas& canvas, ImVec2 at) {
    const float size = canvas.Line(6);
    canvas.list.AddTriangleFilled(at, {at.x + size, at.y}, {at.x, at.y + size},
                                  canvas.colors().ink);
}

// A ring around the inspected cell, and one around all of its sources in this map.
void PaintHighlights(const Canvas& canvas, const HeatMap& map, const Highlights& highlights) {
    if (highlights.inspected && Holds(map, *highlights.inspected)) {
        const Cell& cell = *highlights.inspected;
        const Area area =
            canvas.At(map.PlaceOf(cell.row - map.first.row, cell.column - map.first.column));
        PaintRing(canvas, area.Grown(canvas.Line(1)), 3);
    }
    Cell low = map.first, high = map.first;
    bool any = false;
    for (const Cell& cell : highlights.sources) {
        if (!Holds(map, cell)) continue;
        low.row = any ? std::min(low.row, cell.row) : cell.row;
        high.row = any ? std::max(high.row, cell.row) : cell.row;
        low.column = any ? std::min(low.column, cell.column) : cell.column;
        high.column = any ? std::max(high.column, cell.column) : cell.column;
        any = true;
    }
    if (!any) return;
    const Area from =
        canvas.At(map.PlaceOf(low.row - map.first.row, low.column - map.first.column));
    const Area to =
        canvas.At(map.PlaceOf(high.row - map.first.row, high.column - map.first.column));
    PaintRing(canvas, Area{from.min, to.max}.Grown(canvas.Line(1)), 2.5f);
}

}  // namespace

void PaintRing(const Canvas& canvas, const Area& area, float thickness) {
    canvas.list.AddRect(area.min, area.max, canvas.colors().ink, canvas.Line(kRadius + 1), 0,
                        canvas.Line(thickness));
}

void PaintCell(const Canvas& canvas, const CellBox& box, const Highlights& highlights) {
    const Palette& colors = canvas.colors();
    const Area area = canvas.At(box.place);
    const float radius = canvas.Line(kRadius);
    if (box.kind == CellKind::Empty) {
        DrawDashedRect(canvas.list, area, radius, colors.ghost, 1, {canvas.Px(4), canvas.Px(4)});
        return;
    }
    if (box.kind == CellKind::Masked) {
        DrawHatching(canvas.list, area, colors.ghost, canvas.Px(8), std::max(1.0f, canvas.Px(1)));
        return;
    }
    const bool is_inspected = highlights.IsInspected(box.cell);
    const bool is_source = highlights.IsSource(box.cell);
    const ImU32 fill = is_inspected ? colors.ink : FillOf(colors, box);
    const Area filled = is_inspected ? area.Grown(canvas.Line(1)) : area;
    if (fill != 0) {
        canvas.list.AddRectFilled(filled.min, filled.max, Faded(fill, box.opacity), radius);
    }
    if (is_source && !is_inspected) PaintRing(canvas, area.Grown(canvas.Line(1)), 2.5f);
    if (box.changed && !is_inspected) PaintCorner(canvas, area.min);
    const float zoom = box.keeps_text_size ? 1.0f : canvas.zoom();
    if (canvas.theme.Px(kSceneDigits) * zoom < kLeastText) return;
    Canvas text_canvas = canvas;
    text_canvas.camera.zoom = zoom;
    PaintWords(text_canvas, is_inspected || is_source ? FontRole::MonoStrong : FontRole::Mono,
               {area.max.x - text_canvas.Px(4), area.center().y},
               Faded(is_inspected ? colors.on_ink : TextOn(colors, box, fill), box.opacity),
               box.number, Anchor::Right);
}

void PaintMap(const Canvas& canvas, const Scene& scene, size_t index,
              const Highlights& highlights) {
    const HeatMap& map = scene.maps[index];
    const Area area = canvas.At(map.place);
    if (map.ghost) {
        DrawDashedRect(canvas.list, area, canvas.Px(kRadius), canvas.colors().ghost, 1,
                       {canvas.Px(4), canvas.Px(4)});
        return;
    }
    const int rows = std::max(1, static_cast<int>(area.height() / canvas.theme.Px(kLeastEntry)));
    const int columns = std::max(1, static_cast<int>(area.width() / canvas.theme.Px(kLeastEntry)));
    const ImTextureID texture = canvas.textures.Get(scene, index, rows, columns, canvas.colors());
    // The image lets through what is masked.
    if (InfoOf(map.first.tensor).columns == Axis::KeyPosition) {
        DrawHatching(canvas.list, area, canvas.colors().ghost, canvas.theme.Px(8),
                     canvas.theme.Whole(1));
    }
    if (texture) {
        canvas.list.AddImage(texture, area.min, area.max, {0, 0}, {1, 1}, Untinted(map.opacity));
    }
    if (map.is_earlier) {
        constexpr float kPale = 0.6f;
        canvas.list.AddRectFilled(area.min, area.max, Faded(canvas.colors().block, kPale));
    }
    if (map.changed) PaintCorner(canvas, area.min);
    PaintHighlights(canvas, map, highlights);
}

}  // namespace decodescope
