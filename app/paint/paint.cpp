#include "app/paint/paint.h"

#include <array>
#include <cmath>

#include "app/paint/paint_parts.h"
#include "app/scene/pick.h"
#include "app/widgets/shapes.h"

namespace decodescope {
namespace {

constexpr float kBlockRadius = 8;

void PaintBlockFill(const Canvas& canvas, const Block& block) {
    if (block.state == BlockState::Ghost) return;
    const Area area = canvas.At(block.place);
    canvas.list.AddRectFilled(area.min, area.max, canvas.theme.colors().block,
                              canvas.Px(kBlockRadius));
}

void PaintBlockEdge(const Canvas& canvas, const Block& block) {
    const Palette& colors = canvas.theme.colors();
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

void PaintLegend(const Canvas& canvas, const Area& area) {
    constexpr int kSteps = 36;
    for (int i = 0; i < kSteps; ++i) {
        const float from = static_cast<float>(i) / kSteps, to = static_cast<float>(i + 1) / kSteps;
        canvas.list.AddRectFilled({area.min.x + area.width() * from, area.min.y},
                                  {area.min.x + area.width() * to, area.max.y},
                                  SignedColor(canvas.theme.colors(), from + to - 1));
    }
}

void PaintBand(const Canvas& canvas, const Band& band) {
    const Palette& colors = canvas.theme.colors();
    const Area area = canvas.At(band.place);
    const float radius = canvas.Px(kBlockRadius);
    ImDrawList& list = canvas.list;
    const float width = std::max(1.0f, std::round(canvas.Line(1)));
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
    const Shade& shade = canvas.theme.colors().cached;
    const Area area = canvas.At(band.place);
    const float radius = canvas.Px(kBlockRadius);
    canvas.list.AddRectFilled(area.min, area.max, shade.tint, radius);
    canvas.list.AddRect(area.min, area.max, shade.stroke, radius, 0,
                        std::max(1.0f, std::round(canvas.Px(1))));
}

// Above the blocks, below the numbers that fly with it.
void PaintFlyingRows(const Canvas& canvas, const Band& band) {
    if (band.kind != BandKind::FlyingRows) return;
    const Palette& colors = canvas.theme.colors();
    const Area area = canvas.At(band.place);
    canvas.list.AddRectFilled(area.min, area.max, colors.now_fill, canvas.Px(5));
    canvas.list.AddRect(area.min, area.max, colors.now_edge, canvas.Px(5), 0,
                        std::max(1.0f, std::round(canvas.Px(1))));
}

// Around the rows of a map that belong to this pass.
void PaintPassRows(const Canvas& canvas, const Band& band) {
    if (band.kind != BandKind::PassRows) return;
    const Palette& colors = canvas.theme.colors();
    const float width = std::max(1.0f, std::round(canvas.Line(1)));
    const Area inner = canvas.At(band.place).Grown(width);
    const Area outer = inner.Grown(width);
    canvas.list.AddRect(inner.min, inner.max, colors.now_fill, 0, 0, width);
    canvas.list.AddRect(outer.min, outer.max, colors.now_edge, 0, 0, width);
}

void PaintBar(const Canvas& canvas, const Bar& bar) {
    const Palette& colors = canvas.theme.colors();
    const Area area = canvas.At(bar.place);
    const float radius = std::min(canvas.Px(2), area.height() / 2);
    canvas.list.AddRectFilled(area.min, area.max, MagnitudeColor(colors, 0.1f, false), radius);
    const float right = area.min.x + area.width() * std::min(bar.share, 1.0f);
    if (right - area.min.x < 1) return;
    canvas.list.AddRectFilled(area.min, {right, area.max.y}, MagnitudeColor(colors, 0.85f, false),
                              radius);
}

// The kept candidates in the colour of magnitudes, the others as ghosts, the selected one waiting.
void PaintDistribution(const Canvas& canvas, const Distribution& distribution) {
    const Palette& colors = canvas.theme.colors();
    const Area area = canvas.At(distribution.place);
    const auto count = static_cast<float>(distribution.shares.size());
    for (size_t i = 0; i < distribution.shares.size(); ++i) {
        const auto index = static_cast<int>(i);
        const float from = area.min.x + area.width() * static_cast<float>(i) / count;
        const float to = area.min.x + area.width() * static_cast<float>(i + 1) / count;
        const float height = std::max(1.0f, area.height() * distribution.shares[i]);
        const ImU32 color = index == distribution.selected ? colors.waiting.stroke
                            : index < distribution.kept    ? MagnitudeColor(colors, 0.85f, false)
                                                           : colors.ghost;
        canvas.list.AddRectFilled({std::round(from), area.max.y - height},
                                  {std::max(std::round(from) + 1, std::round(to) - 1), area.max.y},
                                  color);
    }
}

void PaintTick(const Canvas& canvas, const Tick& tick) {
    const Palette& colors = canvas.theme.colors();
    const Area area = canvas.At(tick.place);
    const ImVec2 center = area.center();
    const float radius = area.width() / 2;
    if (!tick.selected) {
        canvas.list.AddCircle(center, radius, colors.field_border, 0, std::max(1.0f, canvas.Px(1)));
        return;
    }
    canvas.list.AddCircleFilled(center, radius + canvas.Px(1), colors.waiting.stroke);
    DrawIcon(canvas.list, Icon::Tick, center, canvas.Px(16), colors.on_ink, canvas.Px(2));
}

// A map is its own button: only its edge says that it can be chosen.
void PaintMapChoice(const Canvas& canvas, const Choice& choice, bool is_hovered) {
    const Palette& colors = canvas.theme.colors();
    const Area area = canvas.At(choice.place);
    if (choice.chosen) {
        PaintRing(canvas, area.Grown(canvas.Line(1)), 3);
    } else if (is_hovered) {
        canvas.list.AddRect(area.min, area.max, colors.ink, 0, 0, std::max(1.0f, canvas.Px(1.5f)));
    }
}

// The stage's name stands there already; a line below it says that it is open or can be opened.
void PaintStageChoice(const Canvas& canvas, const Choice& choice, bool is_hovered) {
    if (!choice.chosen && !is_hovered) return;
    const Palette& colors = canvas.theme.colors();
    const Area area = canvas.At(choice.place);
    const float height = std::max(1.0f, std::round(canvas.Px(2)));
    canvas.list.AddRectFilled({area.min.x, area.max.y - height}, area.max,
                              choice.chosen ? colors.ink : colors.field_border);
}

void PaintChoice(const Canvas& canvas, const Choice& choice, bool is_hovered) {
    if (choice.kind == Choice::Kind::Stage) return PaintStageChoice(canvas, choice, is_hovered);
    if (choice.kind == Choice::Kind::Map) return PaintMapChoice(canvas, choice, is_hovered);
    const Palette& colors = canvas.theme.colors();
    const Area area = canvas.At(choice.place);
    const float radius = canvas.Px(5);
    canvas.list.AddRectFilled(area.min, area.max, choice.chosen ? colors.ink : colors.block,
                              radius);
    if (!choice.chosen) {
        canvas.list.AddRect(area.min, area.max, is_hovered ? colors.field_border : colors.line,
                            radius, 0, std::max(1.0f, canvas.Px(1)));
    }
    if (choice.kind == Choice::Kind::Overview) {
        PaintWords(canvas, FontRole::Label, area.center(), colors.ink, std::string(kOverviewWord),
                   TextEnd::Middle);
        return;
    }
    PaintWords(canvas, choice.chosen ? FontRole::MonoStrong : FontRole::Mono, area.center(),
               choice.chosen ? colors.on_ink : colors.ink, std::to_string(choice.index),
               TextEnd::Middle);
}

std::string HotspotOf(const Choice& choice) {
    switch (choice.kind) {
        case Choice::Kind::Layer: return "pass.layer." + std::to_string(choice.index);
        case Choice::Kind::Head: return "pass.head." + std::to_string(choice.index);
        case Choice::Kind::Overview: return "pass.map";
        case Choice::Kind::Stage:
            return "pass.stage." + std::string(InfoOf(static_cast<Stage>(choice.index)).name);
        case Choice::Kind::Map:
            return "map." + std::to_string(choice.layer) + "." + std::to_string(choice.index);
    }
    return {};
}

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

ImVec2 Canvas::At(Point point) const {
    const Point in_window = ToWindow(camera, point);
    return {area.min.x + in_window.x * theme.scale, area.min.y + in_window.y * theme.scale};
}

Area Canvas::At(const Rect& rect) const {
    const ImVec2 from = At(Point{rect.x, rect.y}), to = At(Point{rect.right(), rect.bottom()});
    return {{std::round(from.x), std::round(from.y)}, {std::round(to.x), std::round(to.y)}};
}

Point Canvas::PointAt(ImVec2 pixel) const {
    return ToScene(camera,
                   {(pixel.x - area.min.x) / theme.scale, (pixel.y - area.min.y) / theme.scale});
}

Point Canvas::Size() const { return {area.width() / theme.scale, area.height() / theme.scale}; }

const Shade& ShadeOf(const Palette& colors, Meaning meaning) {
    switch (meaning) {
        case Meaning::Q: return colors.q;
        case Meaning::K: return colors.k;
        case Meaning::V: return colors.v;
        case Meaning::Cached: return colors.cached;
        case Meaning::Waiting: return colors.waiting;
        case Meaning::Neutral: break;
    }
    return colors.cached;
}

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
