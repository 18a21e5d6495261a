#include "app/paint/paint_bands.h"

#include "app/paint/paint_blocks.h"
#include "app/widgets/shapes.h"

namespace decodescope {
namespace {

void PaintLegend(const Canvas& canvas, const Area& area) {
    constexpr int kSteps = 36;
    for (int i = 0; i < kSteps; ++i) {
        const float from = static_cast<float>(i) / kSteps, to = static_cast<float>(i + 1) / kSteps;
        canvas.list.AddRectFilled({area.min.x + area.width() * from, area.min.y},
                                  {area.min.x + area.width() * to, area.max.y},
                                  SignedColor(canvas.colors(), from + to - 1));
    }
}

}  // namespace

void PaintBand(const Canvas& canvas, const Band& band) {
    const Palette& colors = canvas.colors();
    const Area area = canvas.At(band.place);
    const float radius = canvas.Px(kBlockRadius);
    ImDrawList& list = canvas.list;
    const float width = canvas.WholeLine(1);
    switch (band.kind) {
        case BandKind::NowTitle:
            list.AddRectFilled(area.min, area.max, colors.now_fill, radius,
                               ImDrawFlags_RoundCornersTop);
            break;
        case BandKind::CacheTitle:
            list.AddRectFilled(area.min, area.max, colors.cached.tint, radius,
                               ImDrawFlags_RoundCornersTop);
            break;
        case BandKind::NowHead:
            list.AddRectFilled(area.min, area.max, colors.now_fill, canvas.Px(kBlockRadius - 2),
                               ImDrawFlags_RoundCornersTop);
            break;
        case BandKind::NewRows:
            list.AddRectFilled(area.min, area.max, colors.now_fill, canvas.Px(5));
            list.AddRect(area.min, area.max, colors.now_edge, canvas.Px(5), 0, width);
            break;
        case BandKind::CacheCard:   // below the blocks
        case BandKind::FlyingRows:  // above them
        case BandKind::PassRows: break;
        case BandKind::SelectedRow:
            list.AddRectFilled(area.min, area.max, colors.waiting.tint, canvas.Px(4));
            break;
        case BandKind::Slot:
            DrawDashedRect(list, area, canvas.Px(4), colors.cached.stroke, width,
                           {canvas.Px(4), canvas.Px(4)});
            break;
        case BandKind::HeadRule: list.AddRectFilled(area.min, area.max, colors.line); break;
        case BandKind::Group: list.AddRectFilled(area.min, area.max, colors.field_border); break;
        case BandKind::ChosenGroup: list.AddRectFilled(area.min, area.max, colors.k.stroke); break;
        case BandKind::Legend: PaintLegend(canvas, area); break;
        case BandKind::MapFrame:
            list.AddRectFilled(area.min, area.max, colors.block);
            list.AddRect(area.min, area.max, colors.line, 0, 0, width);
            break;
    }
}

void PaintCard(const Canvas& canvas, const Band& band) {
    if (band.kind != BandKind::CacheCard) return;
    const Shade& shade = canvas.colors().cached;
    const Area area = canvas.At(band.place);
    const float radius = canvas.Px(kBlockRadius);
    canvas.list.AddRectFilled(area.min, area.max, shade.tint, radius);
    canvas.list.AddRect(area.min, area.max, shade.stroke, radius, 0,
                        std::max(1.0f, std::round(canvas.Px(1))));
}

// Above the blocks, below the numbers that fly with it.
void PaintFlyingRows(const Canvas& canvas, const Band& band) {
    if (band.kind != BandKind::FlyingRows) return;
    const Palette& colors = canvas.colors();
    const Area area = canvas.At(band.place);
    canvas.list.AddRectFilled(area.min, area.max, colors.now_fill, canvas.Px(5));
    canvas.list.AddRect(area.min, area.max, colors.now_edge, canvas.Px(5), 0,
                        std::max(1.0f, std::round(canvas.Px(1))));
}

// Around the rows of a map that belong to this pass.
void PaintPassRows(const Canvas& canvas, const Band& band) {
    if (band.kind != BandKind::PassRows) return;
    const Palette& colors = canvas.colors();
    const float width = canvas.WholeLine(1);
    const Area inner = canvas.At(band.place).Grown(width);
    const Area outer = inner.Grown(width);
    canvas.list.AddRect(inner.min, inner.max, colors.now_fill, 0, 0, width);
    canvas.list.AddRect(outer.min, outer.max, colors.now_edge, 0, 0, width);
}

}  // namespace decodescope
