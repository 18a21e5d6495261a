#include "app/views/batch/batch_grid.h"

#include <algorithm>
#include <cmath>

#include "app/apply/batch_commands.h"
#include "app/views/batch/batch_fields.h"
#include "app/widgets/controls.h"
#include "app/widgets/shapes.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kCellLeast = 26, kCellMost = 48, kCellHeight = 26, kGap = 4;
constexpr float kNames = 64;  // the slots' names
constexpr float kHead = 26, kLegend = 34, kNow = 4;
constexpr float kSample = 18, kHatch = 6, kEnd = 4;

struct Grid {
    Area area;                 // of the cells
    int first = 0, count = 0;  // steps that there is room for
    float pitch = 0, row = 0;

    Area At(int step, int slot, float gap) const {
        const float x = area.min.x + pitch * static_cast<float>(step - first);
        const float y = area.min.y + row * static_cast<float>(slot);
        return {{std::round(x), y}, {std::round(x + pitch - gap), y + row - gap}};
    }
};

// Where there are more steps than fit, those around the one that is shown.
Grid GridIn(const Panel& panel, const BatchViewData& data, Area area) {
    const int steps = data.run->step_count();
    Grid grid{.row = panel.Px(kCellHeight + kGap)};
    grid.area.min = {area.min.x + panel.Px(kNames), area.min.y + panel.Px(kHead)};
    const float width = area.max.x - grid.area.min.x;
    const int most = std::max(1, static_cast<int>(width / panel.Px(kCellLeast + kGap)));
    grid.count = std::min(steps, most);
    grid.first = std::clamp(data.step - grid.count / 2, 0, std::max(0, steps - grid.count));
    grid.pitch =
        std::min(panel.Px(kCellMost + kGap), width / static_cast<float>(std::max(1, grid.count)));
    grid.area.max = {grid.area.min.x + grid.pitch * static_cast<float>(grid.count),
                     grid.area.min.y + grid.row * static_cast<float>(data.run->batch().slots)};
    return grid;
}

// What each kind of work looks like, here and in the legend.
void DrawWork(const Panel& panel, Area cell, SlotWork work) {
    const Palette& c = panel.theme.colors();
    const float radius = panel.Px(panel.theme.metrics.cell_radius), line = panel.theme.Whole(1);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Area edge = cell.Grown(-line / 2);
    switch (work) {
        case SlotWork::Prefill:
            list.AddRectFilled(cell.min, cell.max, c.now_tint, radius);
            list.AddRect(edge.min, edge.max, c.now_edge, radius, 0, panel.Px(1.5f));
            break;
        case SlotWork::Share:
            list.AddRectFilled(cell.min, cell.max, c.block, radius);
            DrawDashedRect(list, edge, radius, c.cached.stroke, panel.Px(1.5f),
                           {panel.Px(4), panel.Px(3)});
            break;
        case SlotWork::Decode:
            list.AddRectFilled(cell.min, cell.max, c.cached.tint, radius);
            list.AddRect(edge.min, edge.max, c.cached.stroke, radius, 0, line);
            break;
        case SlotWork::Idle:
            DrawHatching(list, cell, c.line, panel.Px(kHatch), line);
            list.AddRect(edge.min, edge.max, c.line, radius, 0, line);
            break;
    }
}

// The bar that marks the end of a response.
void DrawEnd(const Panel& panel, Area cell) {
    const Area bar{{cell.max.x - panel.Px(kEnd), cell.min.y}, cell.max};
    ImGui::GetWindowDrawList()->AddRectFilled(bar.min, bar.max, panel.theme.colors().ink,
                                              panel.Px(panel.theme.metrics.cell_radius),
                                              ImDrawFlags_RoundCornersRight);
}

std::string CellTip(const Panel& panel, const BatchViewData& data, int step, int slot) {
    const SlotStep& done = data.run->step(step).slots[static_cast<size_t>(slot)];
    std::string tip = "Step " + std::to_string(step) + ", slot " + std::to_string(slot) + ": ";
    tip += NameOf(done.work);
    if (done.work == SlotWork::Idle) return tip + ".";
    tip += " of " + RequestName(panel, done.request);
    if (done.work == SlotWork::Share) tip += ", without a pass, from the logits that were kept";
    if (done.pass->selection)
        tip += ", selects " + data.run->token_texts().At(done.pass->selection->id);
    if (done.ended != FinishReason::None) tip += ". Ends: " + EndWords(done.ended);
    return tip + ".";
}

void DrawCell(const Panel& panel, const BatchViewData& data, const Grid& grid, int step, int slot) {
    const Pen pen = panel.pen();
    const Palette& c = panel.theme.colors();
    const SlotStep& done = data.run->step(step).slots[static_cast<size_t>(slot)];
    const Area cell = grid.At(step, slot, panel.Px(kGap));
    const std::string name = "batch.grid." + std::to_string(step) + "." + std::to_string(slot);
    const Touch touch = TouchArea(name.c_str(), cell.Grown(panel.Px(kGap) / 2));
    if (touch.clicked) panel.Emit(GoToBatchStep{step});
    panel.Spot(name, cell);
    DrawWork(panel, cell, done.work);
    if (done.work != SlotWork::Idle) {
        const FontRole font = done.work == SlotWork::Decode ? FontRole::Mono : FontRole::MonoStrong;
        const std::string number = std::to_string(done.request);
        pen.In(font, step <= data.step ? c.ink : c.muted).WriteMiddle(cell.center(), number);
    }
    if (done.ended != FinishReason::None) DrawEnd(panel, cell);
    if (touch.hovered)
        Tip(panel.theme, cell.Grown(panel.Px(kGap)), CellTip(panel, data, step, slot));
}

// The step's number above its column, which is framed if it is the step that is shown.
void DrawColumnHead(const Panel& panel, const BatchViewData& data, const Grid& grid, int step) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const float gap = panel.Px(kGap);
    const Area cell = grid.At(step, 0, gap);
    const bool is_now = step == data.step;
    const float y = grid.area.min.y - panel.Px(kHead) / 2;
    const Area head{{cell.min.x, grid.area.min.y - panel.Px(kHead)}, {cell.max.x, grid.area.min.y}};
    const std::string name = "batch.step." + std::to_string(step);
    const Touch touch = TouchArea(name.c_str(), head);
    if (touch.clicked) panel.Emit(GoToBatchStep{step});
    panel.Spot(name, head);
    if (is_now) {
        const Area column =
            Area{{cell.min.x, head.min.y + panel.Px(kNow)}, {cell.max.x, grid.area.max.y - gap}}
                .Grown(panel.Px(kNow) / 2);
        pen.In(c.now_fill).Fill(column, panel.theme.metrics.chip_radius);
        pen.In(c.now_current_border).Ring(column, panel.theme.metrics.chip_radius, 1.5f);
    }
    pen.In(is_now ? FontRole::MonoStrong : FontRole::Mono, is_now          ? c.on_now
                                                           : touch.hovered ? c.ink
                                                                           : c.muted)
        .WriteMiddle({cell.center().x, y}, std::to_string(step));
}

void DrawLegend(const Panel& panel, float x, float y, float right) {
    const Pen pen = panel.pen();
    const float size = panel.Px(kSample), gap = panel.Px(8);
    const auto draw = [&](std::string_view words, const auto& draw_sign) {
        const float width = size + gap + pen.Width(words);
        if (x + width > right) return;
        draw_sign(AreaAt(x, std::round(y - size / 2), size, size));
        x = pen.Muted().Write({x + size + gap, y}, words) + 2.5f * gap;
    };
    for (const SlotWork work : {SlotWork::Prefill, SlotWork::Decode, SlotWork::Idle}) {
        draw(NameOf(work), [&](Area sign) { DrawWork(panel, sign, work); });
    }
    draw("ends", [&](Area sign) {
        DrawWork(panel, sign, SlotWork::Decode);
        DrawEnd(panel, sign);
    });
    draw(NameOf(SlotWork::Share), [&](Area sign) { DrawWork(panel, sign, SlotWork::Share); });
}

}  // namespace

float BatchGridHeight(const Panel& panel, const BatchViewData& data) {
    return panel.Px(kHead + kLegend) +
           panel.Px(kCellHeight + kGap) * static_cast<float>(data.run->batch().slots);
}

float DrawBatchGrid(const Panel& panel, const BatchViewData& data, Area area) {
    const Pen pen = panel.pen();
    const Grid grid = GridIn(panel, data, area);
    pen.Strong().Write({area.min.x, grid.area.min.y - panel.Px(kHead) / 2}, "step");
    for (int i = 0; i < grid.count; ++i) DrawColumnHead(panel, data, grid, grid.first + i);
    for (int slot = 0; slot < data.run->batch().slots; ++slot) {
        const float y =
            grid.area.min.y + grid.row * (static_cast<float>(slot) + 0.5f) - panel.Px(kGap) / 2;
        pen.Muted().Write({area.min.x, y}, "slot " + std::to_string(slot));
        for (int i = 0; i < grid.count; ++i) DrawCell(panel, data, grid, grid.first + i, slot);
    }
    const float y = grid.area.max.y + panel.Px(kLegend) / 2;
    DrawLegend(panel, grid.area.min.x, y, area.max.x);
    panel.Spot("batch.grid", {area.min, {area.max.x, grid.area.max.y}});
    return grid.area.max.y + panel.Px(kLegend);
}

}  // namespace decodescope
