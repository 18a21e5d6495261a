#include "app/views/cost/cost_charts.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/controls.h"
#include "app/widgets/shapes.h"
#include "app/widgets/text.h"
#include "core/cost/modelled_table.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kNumberGap = 10, kNumberRow = 26, kNumberPitch = 64, kDot = 6;

// Text beside a point, kept inside the chart.
void DrawPointLabel(const Panel& panel, Area chart, ImVec2 at, Anchor anchor, ImU32 color,
                    std::string_view words) {
    const Pen pen = panel.pen();
    const float width = pen.Strong().Width(words);
    const float shift = anchor == Anchor::Left ? 0 : anchor == Anchor::Middle ? width / 2 : width;
    const float most = std::max(chart.min.x, chart.max.x - width);
    const float left = std::clamp(at.x - shift, chart.min.x, most);
    // On a ground of its own: it may lie on the roof.
    const float half = panel.Px(panel.theme.metrics.line_height) / 2;
    pen.In(panel.theme.colors().canvas)
        .Fill({{left - 1, at.y - half}, {left + width + 1, at.y + half}});
    pen.Strong().In(color).Write({left, at.y}, words);
}

std::string TickText(const Panel& panel, double number, std::string_view unit) {
    if (!unit.empty()) {
        const char point = panel.point();
        std::string text = FormatQuantity(number, unit, point);
        // Whole powers of ten need no decimals.
        const size_t at = text.find(point), end = text.find(' ');
        if (at != std::string::npos && end != std::string::npos) text.erase(at, end - at);
        return text;
    }
    return number >= 1 ? FormatCount(std::llround(number))
                       : FormatInput(number, panel.state.preferences.numbers);
}

// A point that explains its intensity when it is pointed at.
void SpotPoint(const Panel& panel, std::string name, ImVec2 at, const ModelledRow& row,
               std::string_view words = "") {
    const Area area = Area{at, at}.Grown(panel.Px(kDot));
    panel.Spot(std::move(name), area);
    Tip(panel.theme, area.Grown(panel.Px(3)),
        std::string(words) + (words.empty() ? "" : ": ") + row.Explanation());
}

// One kind of pass in the roofline.
struct StepMark {
    const RooflineStep& points;
    const StepTime& time;
    std::string_view name;
    ImU32 ink;
};

// Its whole, filled; its linear layers and attention, hollow. Returns where the whole is.
ImVec2 DrawStepPoints(const Panel& panel, Area chart, const StepMark& mark,
                      const Scenario& scenario) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const char point = panel.point();
    const float dot = panel.Px(kDot);
    const std::string name = "cost.roofline." + std::string(mark.name);
    const ImVec2 linear = PlaceIn(chart, mark.points.linear);
    const ImVec2 attention = PlaceIn(chart, mark.points.attention);
    const ImVec2 whole = PlaceIn(chart, mark.points.whole);
    list.AddCircleFilled(whole, dot, mark.ink);
    list.AddCircle(linear, dot + panel.Px(1), mark.ink, 0, panel.Px(2));
    list.AddTriangle({attention.x, attention.y - dot * 1.4f},
                     {attention.x + dot * 1.3f, attention.y + dot},
                     {attention.x - dot * 1.3f, attention.y + dot}, mark.ink, panel.Px(2));
    const std::string of(mark.name);
    SpotPoint(panel, name, whole, IntensityRow(scenario, mark.time, point), of);
    SpotPoint(panel, name + ".linear", linear, IntensityRow(scenario, mark.time.linear, point),
              of + ", linear layers");
    SpotPoint(panel, name + ".attention", attention,
              IntensityRow(scenario, mark.time.attention, point), of + ", attention");
    return whole;
}

}  // namespace

ImVec2 PlaceIn(Area chart, ChartPoint point) {
    return {chart.min.x + static_cast<float>(point.x) * chart.width(),
            chart.max.y - static_cast<float>(point.y) * chart.height()};
}

void DrawChartAxes(const Panel& panel, Area chart, const ChartAxes& axes) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const int rows = std::max(2, static_cast<int>(chart.height() / panel.Px(kNumberRow)));
    for (const double number : DecadesOf(axes.y, rows)) {
        const float y = PlaceIn(chart, {0, axes.y.ShareOf(number)}).y;
        pen.In(c.line).Horizontal(chart.min.x, chart.max.x, y);
        pen.In(FontRole::Mono)
            .Muted()
            .WriteRight({chart.min.x - panel.Px(kNumberGap), y},
                        TickText(panel, number, axes.y_unit));
    }
    const int columns = std::max(2, static_cast<int>(chart.width() / panel.Px(kNumberPitch)));
    for (const double number : DecadesOf(axes.x, columns)) {
        const float x = PlaceIn(chart, {axes.x.ShareOf(number), 0}).x;
        pen.In(c.line).Vertical(x, chart.min.y, chart.max.y);
        pen.In(FontRole::Mono)
            .Muted()
            .WriteMiddle({x, chart.max.y + panel.Px(14)}, TickText(panel, number, ""));
    }
    pen.In(c.field_border).Horizontal(chart.min.x, chart.max.x, chart.max.y);
    pen.In(c.field_border).Vertical(chart.min.x, chart.min.y, chart.max.y);
    pen.Muted().WriteMiddle({chart.center().x, chart.max.y + panel.Px(35)}, axes.x_title);
    pen.Muted().Write({chart.min.x + panel.Px(8), chart.min.y + panel.Px(2)}, axes.y_title);
}

void DrawRoofline(const Panel& panel, Area chart, const Scenario& scenario) {
    if (chart.empty()) return;
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Roofline roofline = BuildRoofline(scenario);
    DrawChartAxes(
        panel, chart,
        {.x = roofline.x,
         .y = roofline.y,
         .x_title = "operations per byte; hollow circle: linear layers, triangle: attention",
         .y_title = "attainable per second",
         .y_unit = "FLOP"});
    std::vector<ImVec2> roof;
    for (const ChartPoint& point : roofline.roof) roof.push_back(PlaceIn(chart, point));
    list.AddPolyline(roof.data(), static_cast<int>(roof.size()), c.ink, ImDrawFlags_None,
                     panel.Px(2));

    const ImVec2 ridge = PlaceIn(chart, roofline.ridge);
    const float dot = panel.Px(kDot), line = panel.Px(18);
    list.AddCircleFilled(ridge, dot, c.canvas);
    list.AddCircle(ridge, dot, c.ink, 0, panel.Px(2));
    const ModelledRow ridge_row = RidgeRow(scenario, panel.point());
    DrawPointLabel(panel, chart, {ridge.x, ridge.y - line}, Anchor::Middle, c.ink,
                   "ridge " + ridge_row.text);
    SpotPoint(panel, "cost.roofline.ridge", ridge, ridge_row);

    const StepTime prefill = PrefillTime(scenario), decode = DecodeStepTime(scenario);
    const ImVec2 prefill_at =
        DrawStepPoints(panel, chart, {roofline.prefill, prefill, "prefill", c.q.stroke}, scenario);
    const ImVec2 decode_at =
        DrawStepPoints(panel, chart, {roofline.decode, decode, "decode", c.cached_solid}, scenario);
    // Below the roof; the labels of points that are near each other, one below the other.
    const bool is_near = std::abs(decode_at.x - prefill_at.x) < panel.Px(190) &&
                         std::abs(decode_at.y - prefill_at.y) < line;
    const auto label = [&](std::string_view name, const StepTime& step) {
        return std::string(name) + " " + IntensityRow(scenario, step, panel.point()).text;
    };
    DrawPointLabel(panel, chart, {prefill_at.x, prefill_at.y + line + panel.Px(2)}, Anchor::Middle,
                   c.q.text, label("prefill", prefill));
    DrawPointLabel(panel, chart,
                   {decode_at.x + panel.Px(16),
                    decode_at.y + (is_near ? 2 * line + panel.Px(4) : panel.Px(10))},
                   Anchor::Left, c.cached.text, label("decode", decode));
    panel.Spot("cost.roofline", chart);
}

}  // namespace decodescope
