// Shazeer's terms as curves over batch or context, the exact counts of the chosen shape as points
// beside them, and what the paper assumes.

#include <algorithm>
#include <array>

#include "app/apply/view_state_commands.h"
#include "app/views/cost/cost_parts.h"
#include "app/views/cost/cost_words.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kChartLeft = 64, kChartBelow = 52, kChartLeast = 240, kChartMost = 420, kDot = 4.5f,
                kKey = 26;
constexpr float kAxisToggle = 150, kTableRow = 28;

const CostViewState& LookOf(const Panel& panel) { return panel.state.ui.cost; }

// A colour and a shape for each kind of attention.
ImU32 InkOf(const Palette& c, const ShazeerCurve& curve) {
    return curve.name == "MHA" ? c.q.stroke : curve.name == "MQA" ? c.cached.stroke : c.v.stroke;
}

void DrawMark(const Panel& panel, const ShazeerCurve& curve, ImVec2 at) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float r = panel.Px(kDot);
    const ImU32 ink = InkOf(c, curve);
    if (curve.name == "MHA") {
        list.AddCircleFilled(at, r, ink);
    } else if (curve.name == "MQA") {
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
    if (curve.is_derived) {
        DrawDashedLine(list, line.data(), static_cast<int>(line.size()), ink, panel.Px(2),
                       {panel.Px(6), panel.Px(4)});
    } else {
        list.AddPolyline(line.data(), static_cast<int>(line.size()), ink, ImDrawFlags_None,
                         panel.Px(2));
    }
    for (const ChartPoint& point : curve.counted) DrawMark(panel, curve, PlaceIn(chart, point));
}

void DrawAxisChoice(const Panel& panel, CostColumn& column) {
    const CostViewState& look = LookOf(panel);
    const float height = panel.Px(panel.theme.metrics.number_height);
    float x = column.left;
    const auto draw = [&](const char* hotspot, std::string_view name, CostAxis axis) {
        const Area box = AreaAt(x, column.y - height / 2, panel.Px(kAxisToggle), height);
        if (Toggle(hotspot, panel.theme, box, name, look.axis == axis) && look.axis != axis) {
            CostViewState other = look;
            other.axis = axis;
            panel.Emit(SetViewState{other});
        }
        panel.Spot(hotspot, box);
        x = box.max.x;
    };
    draw("cost.axis.batch", "over the batch", CostAxis::Batch);
    draw("cost.axis.context", "over the context", CostAxis::Context);
    column.y += panel.Px(panel.theme.metrics.row_height + 14);
}

void DrawChart(const Panel& panel, CostColumn& column, const ShazeerChart& data, float height) {
    const Palette& c = panel.theme.colors();
    const Area chart{{column.left + panel.Px(kChartLeft), column.y},
                     {column.right - panel.Px(20), column.y + height - panel.Px(kChartBelow)}};
    const bool is_batch = LookOf(panel).axis == CostAxis::Batch;
    DrawChartAxes(panel, chart,
                  {.x = data.x,
                   .y = data.y,
                   .x_title = is_batch ? "batch b, sequences" : "context n, positions, up to d",
                   .y_title = "numbers read for each multiply-add"});
    const float now = PlaceIn(chart, {data.now, 0}).x;
    DrawVertical(*ImGui::GetWindowDrawList(), panel.theme, now, chart.min.y, chart.max.y, c.muted);
    for (const ShazeerCurve& curve : data.curves) DrawCurve(panel, chart, curve);
    panel.Spot("cost.shazeer.chart", chart);
    column.y += height + panel.Px(8);
}

// Per kind of attention: its mark, its term, and both numbers at the chosen batch and context.
void DrawTable(const Panel& panel, CostColumn& column, const ShazeerChart& data) {
    const Palette& c = panel.theme.colors();
    const NumberFormat& format = panel.state.preferences.numbers;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float counted = column.right, term = column.right - panel.Px(90);
    DrawText(list, panel.theme, FontRole::Label, {term, column.y}, c.muted, "term", Anchor::Right);
    DrawText(list, panel.theme, FontRole::Label, {counted, column.y}, c.muted, "counted",
             Anchor::Right);
    column.y += panel.Px(kTableRow);
    for (const ShazeerCurve& curve : data.curves) {
        DrawMark(panel, curve, {column.left + panel.Px(8), column.y});
        const std::string name = curve.name + ", " + std::to_string(curve.kv_heads) +
                                 (curve.kv_heads == 1 ? " KV head" : " KV heads");
        DrawText(list, panel.theme, FontRole::LabelStrong, {column.left + panel.Px(kKey), column.y},
                 c.ink, name);
        DrawText(list, panel.theme, FontRole::MonoStrong, {term, column.y}, c.ink,
                 FormatThreeDigits(curve.term_now, format), Anchor::Right);
        DrawText(list, panel.theme, FontRole::MonoStrong, {counted, column.y}, c.ink,
                 FormatThreeDigits(curve.counted_now, format), Anchor::Right);
        panel.Spot("cost.shazeer." + curve.name,
                   {{column.left, column.y - panel.Px(12)}, {counted, column.y + panel.Px(12)}});
        column.y += panel.Px(22);
        DrawText(list, panel.theme, FontRole::Mono, {column.left + panel.Px(kKey), column.y},
                 c.muted, "Θ(" + curve.formula + ")" + (curve.is_derived ? ", derived here" : ""));
        column.y += panel.Px(kTableRow + 2);
    }
}

void DrawAssumptions(const Panel& panel, CostColumn& column, const ModelShape& shape) {
    DrawHorizontal(*ImGui::GetWindowDrawList(), panel.theme, column.left, column.right,
                   column.y - panel.Px(10), panel.theme.colors().line);
    column.y += panel.Px(8);
    DrawSentence(panel, column,
                 "arXiv 1911.02150, §2.4.1 and §3.1. Attention alone, with its projections, over n "
                 "calls of one "
                 "position each; b sequences, d wide, h heads of size d/h, n ≤ d; g KV heads.");
    const double context = LookOf(panel).context;
    if (context > shape.d_model) {
        DrawSentence(panel, column,
                     "The context asked for is longer than d; the paper assumes n ≤ d, so n = " +
                         std::to_string(shape.d_model) + " is taken.");
    }
    DrawSentence(panel, column,
                 "Here d = " + std::to_string(shape.d_model) +
                     ", h = " + std::to_string(shape.query_heads) +
                     ". The curves are Θ: right up to constant factors, which they leave out. The "
                     "points are "
                     "exact: numbers of weights, K and V read, over multiply-adds, of this shape.");
}

}  // namespace

void DrawCostShazeer(const Panel& panel, Area area) {
    const Palette& c = panel.theme.colors();
    const CostColumn whole = BeginCard(panel, "cost.shazeer", area, c.canvas);
    const bool is_wide = whole.width() >= panel.Px(900);
    CostColumn left = whole;
    if (is_wide) left.right = left.left + whole.width() * 0.58f;
    DrawCardTitle(panel, left, "Modelled: memory over arithmetic of attention",
                  "Why one sequence at a time wastes a machine, and why KV heads are shared.");
    const CostViewState& look = LookOf(panel);
    const ModelShape shape = ShapeOf(look, *panel.state.document.recipe.model);
    const ShazeerChart data = BuildShazeer(shape, look.batch, look.context, look.axis);
    CostColumn right = left;
    if (is_wide) right = {left.right + panel.Px(40), whole.right, whole.y};
    CostColumn& controls = is_wide ? right : left;
    DrawShapeAndKvHeads(panel, controls);
    DrawCostSliders(panel, controls);
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
