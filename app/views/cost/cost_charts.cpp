#include "app/views/cost/cost_charts.h"

#include <algorithm>
#include <cmath>

#include "app/views/cost/cost_words.h"
#include "app/widgets/shapes.h"
#include "app/widgets/text.h"

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
    const char point = panel.point();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Roofline roofline = BuildRoofline(scenario);
    DrawChartAxes(panel, chart,
                  {.x = roofline.x,
                   .y = roofline.y,
                   .x_title = "operations per byte from memory",
                   .y_title = "attainable per second",
                   .y_unit = "FLOP"});
    std::vector<ImVec2> roof;
    for (const ChartPoint& point : roofline.roof) roof.push_back(PlaceIn(chart, point));
    list.AddPolyline(roof.data(), static_cast<int>(roof.size()), c.ink, ImDrawFlags_None,
                     panel.Px(2));

    const ImVec2 ridge = PlaceIn(chart, roofline.ridge), decode = PlaceIn(chart, roofline.decode),
                 prefill = PlaceIn(chart, roofline.prefill);
    const float dot = panel.Px(kDot), line = panel.Px(18);
    list.AddCircleFilled(ridge, dot, c.canvas);
    list.AddCircle(ridge, dot, c.ink, 0, panel.Px(2));
    DrawPointLabel(panel, chart, {ridge.x, ridge.y - line}, Anchor::Middle, c.ink,
                   "ridge " + FormatThreeDigits(RidgeOf(scenario), point));
    list.AddRectFilled({prefill.x - dot, prefill.y - dot}, {prefill.x + dot, prefill.y + dot},
                       c.q.stroke);
    list.AddCircleFilled(decode, dot + panel.Px(1), c.cached_solid);
    // Below the roof; the labels of points that are near each other, one below the other.
    const bool is_near =
        std::abs(decode.x - prefill.x) < panel.Px(190) && std::abs(decode.y - prefill.y) < line;
    DrawPointLabel(panel, chart, {prefill.x, prefill.y + line + panel.Px(2)}, Anchor::Middle,
                   c.q.text,
                   "prefill " + FormatThreeDigits(PrefillPoint(scenario).intensity, point));
    DrawPointLabel(
        panel, chart,
        {decode.x + panel.Px(16), decode.y + (is_near ? 2 * line + panel.Px(4) : panel.Px(10))},
        Anchor::Left, c.cached.text,
        "decode " + FormatThreeDigits(DecodePoint(scenario).intensity, point));
    panel.Spot("cost.roofline", chart);
    panel.Spot("cost.roofline.decode", Area{decode, decode}.Grown(dot));
    panel.Spot("cost.roofline.prefill", Area{prefill, prefill}.Grown(dot));
    panel.Spot("cost.roofline.ridge", Area{ridge, ridge}.Grown(dot));
}

}  // namespace decodescope
