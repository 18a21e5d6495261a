#include "app/views/cost/cost_shazeer.h"

#include <algorithm>
#include <array>

#include "app/panel/view_state_change.h"
#include "app/views/cost/cost_card.h"
#include "app/views/cost/cost_charts.h"
#include "app/views/cost/cost_controls.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kChartLeft = 64, kChartBelow = 52, kChartLeast = 240, kChartMost = 420, kDot = 4.5f,
                kKey = 26;
constexpr float kAxisToggle = 150, kTableRow = 28;

const CostViewState& StateOf(const Panel& panel) { return panel.state.ui.cost; }

// A colour and a shape for each kind of attention.
ImU32 InkOf(const Palette& c, const ShazeerCurve& curve) {
    return curve.kind.name == "MHA"   ? c.q.stroke
           : curve.kind.name == "MQA" ? c.cached.stroke
                                      : c.v.stroke;
}

void DrawMark(const Panel& panel, const ShazeerCurve& curve, ImVec2 at) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float r = panel.Px(kDot);
    const ImU32 ink = InkOf(panel.theme.colors(), curve);
    if (curve.kind.name == "MHA") {
        list.AddCircleFilled(at, r, ink);
    } else if (curve.kind.name == "MQA") {
        list.AddRectFilled({at.x - r, at.y - r}, {at.x + r, at.y + r}, ink);
    } else {
        list.AddTriangleFilled({at.x, at.y - r * 1.3f}, {at.x + r * 1.2f, at.y + r},
                               {at.x - r * 1.2f, at.y + r}, ink);
    }
}

void DrawCurve(const Panel& panel, Area chart, const ShazeerCurve& curve) {
    std::vector<ImVec2> line;
    for (const ChartPoint& point : curve.term) line.push_back(PlaceIn(chart, point));
    const ImU32 ink = InkOf(panel.theme.colors(), curve);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (curve.kind.is_derived) {
        DrawDashedLine(list, line.data(), static_cast<int>(line.size()), ink, panel.Px(2),
                       {panel.Px(6), panel.Px(4)});
    } else {
        list.AddPolyline(line.data(), static_cast<int>(line.size()), ink, ImDrawFlags_None,
                         panel.Px(2));
    }
    for (const ChartPoint& point : curve.counted) DrawMark(panel, curve, PlaceIn(chart, point));
}

void DrawAxisChoice(const Panel& panel, Column& column) {
    const CostAxis now = StateOf(panel).axis;
    const float height = panel.Px(panel.theme.metrics.number_height);
    float x = column.left;
    const auto draw = [&](const char* hotspot, std::string_view name, CostAxis axis) {
        const Area box = AreaAt(x, column.y - height / 2, panel.Px(kAxisToggle), height);
        if (Toggle(hotspot, panel.theme, box, name, now == axis) && now != axis) {
            ChangeViewState<CostViewState>(panel,
                                           [axis](CostViewState& view) { view.axis = axis; });
        }
        panel.Spot(hotspot, box);
        x = box.max.x;
    };
    draw("cost.axis.batch", "over the batch", CostAxis::Batch);
    draw("cost.axis.context", "over the context", CostAxis::Context);
    column.y += panel.Px(panel.theme.metrics.row_height + 14);
}

void DrawChart(const Panel& panel, Column& column, const ShazeerChart& data, float height) {
    const Pen pen = panel.pen();
    const Palette& c = panel.theme.colors();
    const Area chart{{column.left + panel.Px(kChartLeft), column.y},
                     {column.right - panel.Px(20), column.y + height - panel.Px(kChartBelow)}};
    const bool is_batch = StateOf(panel).axis == CostAxis::Batch;
    DrawChartAxes(panel, chart,
                  {.x = data.x,
                   .y = data.y,
                   .x_title = is_batch ? "batch b, sequences" : "context n, positions, up to d",
                   .y_title = "numbers read per multiply-add"});
    const float now = PlaceIn(chart, {data.now, 0}).x;
    pen.In(c.muted).Vertical(now, chart.min.y, chart.max.y);
    for (const ShazeerCurve& curve : data.curves) DrawCurve(panel, chart, curve);
    panel.Spot("cost.shazeer.chart", chart);
    column.y += height + panel.Px(8);
}

// For each kind of attention its mark, its term, and both numbers at the chosen batch and context.
void DrawTable(const Panel& panel, Column& column, const ShazeerChart& data) {
    const char point = panel.point();
    const Pen pen = panel.pen();
    const float counted = column.right, term = column.right - panel.Px(90);
    pen.Muted().WriteRight({term, column.y}, "term");
    pen.Muted().WriteRight({counted, column.y}, "counted");
    column.y += panel.Px(kTableRow);
    for (const ShazeerCurve& curve : data.curves) {
        DrawMark(panel, curve, {column.left + panel.Px(8), column.y});
        const std::string name = std::string(curve.kind.name) + ", " +
                                 std::to_string(curve.kind.kv_heads) +
                                 (curve.kind.kv_heads == 1 ? " KV head" : " KV heads");
        pen.Strong().Write({column.left + panel.Px(kKey), column.y}, name);
        pen.In(FontRole::MonoStrong)
            .WriteRight({term, column.y}, FormatThreeDigits(curve.term_now, point));
        pen.In(FontRole::MonoStrong)
            .WriteRight({counted, column.y}, FormatThreeDigits(curve.counted_now, point));
        panel.Spot("cost.shazeer." + std::string(curve.kind.name),
                   {{column.left, column.y - panel.Px(12)}, {counted, column.y + panel.Px(12)}});
        column.y += panel.Px(22);
        pen.In(FontRole::Mono)
            .Muted()
            .Write({column.left + panel.Px(kKey), column.y},
                   "Θ(" + std::string(curve.kind.formula) + ")" +
                       (curve.kind.is_derived ? ", derived here" : ""));
        column.y += panel.Px(kTableRow + 2);
    }
}

void DrawAssumptions(const Panel& panel, Column& column, const ModelShape& shape) {
    const Pen pen = panel.pen();
    pen.In(panel.theme.colors().line)
        .Horizontal(column.left, column.right, column.y - panel.Px(10));
    column.y += panel.Px(8);
    DrawSentence(
        panel, column,
        "arXiv 1911.02150, §2.4.1 and §3.1. Attention with its projections only, over n calls "
        "of one position each; b sequences of width d, h heads of size d/h, n ≤ d; g KV "
        "heads.");
    DrawSentence(
        panel, column,
        "Here d = " + std::to_string(shape.d_model) + ", h = " + std::to_string(shape.query_heads) +
            ". The curves are Θ: they leave out constant factors. The points are exact: numbers "
            "of weights, K and V read per multiply-add, for this shape.");
}

}  // namespace

void DrawCostShazeer(const Panel& panel, Area area) {
    const Palette& c = panel.theme.colors();
    const Column whole = BeginCard(panel, "cost.shazeer", area, c.canvas);
    const bool is_wide = whole.width() >= panel.Px(900);
    Column left = whole;
    if (is_wide) left.right = left.left + whole.width() * 0.58f;
    DrawCardTitle(panel, left, "Modelled: memory over arithmetic of attention",
                  "Why one sequence at a time wastes the hardware, and why KV heads are shared.");
    const CostViewState& view = StateOf(panel);
    const ModelShape shape = ShapeOf(view, *panel.state.document.recipe.model);
    const ShazeerChart data = BuildShazeer(shape, view.batch, view.context, view.axis);
    Column right = left;
    if (is_wide) right = {left.right + panel.Px(40), whole.right, whole.y};
    Column& controls = is_wide ? right : left;
    DrawShazeerControls(panel, controls);
    controls.y += panel.Px(8);
    DrawAxisChoice(panel, left);
    if (data.refusal.empty()) {
        const float room = area.max.y - left.y - ImGui::GetScrollY() - panel.Px(20);
        DrawChart(panel, left, data, std::clamp(room, panel.Px(kChartLeast), panel.Px(kChartMost)));
        if (!is_wide) right.y = left.y + panel.Px(16);
        DrawTable(panel, right, data);
    } else {
        panel.Spot("cost.shazeer.refusal",
                   {{left.left, left.y}, {left.right, left.y + panel.Px(22)}});
        DrawSentence(panel, left, data.refusal);
        if (!is_wide) right.y = left.y + panel.Px(24);
    }
    DrawAssumptions(panel, right, shape);
    DrawDashedRect(*ImGui::GetWindowDrawList(), area.Grown(-panel.Px(1)), 0, c.field_border,
                   panel.theme.Whole(1.5f), {panel.Px(7), panel.Px(5)});
    panel.Spot("cost.shazeer", area);
    EndCard({left.left, left.right, std::max(left.y, right.y)});
}

}  // namespace decodescope
