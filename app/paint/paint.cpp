#include "app/paint/paint.h"

#include "app/paint/paint_arrows.h"
#include "app/paint/paint_bands.h"
#include "app/paint/paint_blocks.h"
#include "app/paint/paint_candidates.h"
#include "app/paint/paint_cells.h"
#include "app/paint/paint_choices.h"
#include "app/paint/paint_text.h"
#include "app/scene/pick.h"

namespace decodescope {
namespace {

void AddHotspots(const Canvas& canvas, const Scene& scene, Hotspots& hotspots) {
    const auto is_visible = [&](const Area& area) {
        return canvas.area.Contains(area.min) && canvas.area.Contains(area.max);
    };
    for (const CellBox& box : scene.cells) {
        const Area area = canvas.At(box.place);
        if (box.kind == CellKind::Number && is_visible(area)) {
            hotspots.Add("cell." + NameOf(box.cell), area.min, area.max);
        }
    }
    for (const Choice& choice : scene.choices) {
        const Area area = canvas.At(choice.place);
        if (!is_visible(area)) continue;
        hotspots.Add(HotspotOf(choice), area.min, area.max);
    }
}

}  // namespace

void PaintScene(const Canvas& canvas, const Scene& scene, const Highlights& highlights,
                Hotspots& hotspots) {
    canvas.list.PushClipRect(canvas.area.min, canvas.area.max, true);
    for (const Band& band : scene.bands) PaintCard(canvas, band);
    for (const Block& block : scene.blocks) PaintBlockFill(canvas, block);
    for (const Band& band : scene.bands) PaintBand(canvas, band);
    for (const Block& block : scene.blocks) PaintBlockEdge(canvas, block);
    for (const Arrow& arrow : scene.arrows) PaintArrow(canvas, arrow);
    for (const Band& band : scene.bands) PaintFlyingRows(canvas, band);
    for (size_t i = 0; i < scene.maps.size(); ++i) PaintMap(canvas, scene, i, highlights);
    for (const Band& band : scene.bands) PaintPassRows(canvas, band);
    for (const CellBox& box : scene.cells) PaintCell(canvas, box, highlights);
    for (const Tag& tag : scene.tags) PaintTag(canvas, tag);
    for (const Bar& bar : scene.bars) PaintBar(canvas, bar);
    for (const Distribution& some : scene.distributions) PaintDistribution(canvas, some);
    for (const Tick& tick : scene.ticks) PaintTick(canvas, tick);
    if (highlights.position) {
        for (const Rect& place : PlacesOfPosition(scene, *highlights.position)) {
            PaintRing(canvas, canvas.At(place).Grown(canvas.Px(2)), 1.5f);
        }
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    for (const Choice& choice : scene.choices) {
        PaintChoice(canvas, choice, canvas.At(choice.place).Contains(mouse));
    }
    for (const Text& text : scene.texts) PaintText(canvas, text);
    canvas.list.PopClipRect();
    AddHotspots(canvas, scene, hotspots);
}

}  // namespace decodescope
