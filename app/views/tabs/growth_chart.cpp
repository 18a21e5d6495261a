#include "app/views/tabs/growth_chart.h"

#include <algorithm>
#include <string>

#include "app/widgets/shapes.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kBelow = 46, kAbove = 12, kRight = 10, kDot = 4, kDotNow = 5.5f, kLine = 2;
constexpr float kDotsFrom = 14;    // between two passes; nearer ones have no dots
constexpr float kNumberRoom = 10;  // between an axis and its numbers
constexpr int kMostRows = 4;

// Where points of the chart are.
struct Frame {
    Area area;
    int passes = 1, largest = 1;

    ImVec2 At(int pass, int count) const {
        const float x =
            passes > 1 ? static_cast<float>(pass - 1) / static_cast<float>(passes - 1) : 0.5f;
        const float y = static_cast<float>(count) / static_cast<float>(largest);
        return {area.min.x + x * area.width(), area.max.y - y * area.height()};
    }
};

void DrawAxes(const Panel& panel, const Frame& frame, int now) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen(), mono = pen.In(FontRole::Mono);
    const float gap = panel.Px(kNumberRoom);
    for (const int count : AxisLines(frame.largest, kMostRows)) {
        const float y = frame.At(1, count).y;
        pen.In(c.line).Horizontal(frame.area.min.x, frame.area.max.x, y);
        mono.Muted().WriteRight({frame.area.min.x - gap, y}, std::to_string(count));
    }
    pen.In(c.field_border).Horizontal(frame.area.min.x, frame.area.max.x, frame.area.max.y);
    const float y = frame.area.max.y + panel.Px(16);
    const float pitch =
        frame.passes > 1 ? frame.area.width() / static_cast<float>(frame.passes - 1) : 0;
    const int most = static_cast<int>(frame.area.width() / panel.Px(44));
    const int step = AxisLines(frame.passes, std::max(2, most)).front();
    for (int pass = 1; pass <= frame.passes; ++pass) {
        const bool is_now = pass == now;
        const float from_now = pitch * static_cast<float>(std::abs(pass - now));
        const bool is_free = is_now || now < 1 || from_now >= panel.Px(30);
        if (!is_now && ((pass != 1 && pass % step != 0) || !is_free)) continue;
        mono.Strong(is_now).Muted(!is_now).WriteMiddle({frame.At(pass, 0).x, y},
                                                       std::to_string(pass));
    }
    pen.Muted().WriteMiddle({frame.area.center().x, y + panel.Px(21)}, "passes, one token each: G");
}

void DrawCurve(const Panel& panel, const Frame& frame, const std::vector<GrowthPoint>& points,
               int now, int GrowthPoint::*count, ImU32 color) {
    const Pen pen = panel.pen();
    std::vector<ImVec2> done, ahead;
    for (const GrowthPoint& point : points) {
        const ImVec2 at = frame.At(point.passes, point.*count);
        if (point.passes <= now) done.push_back(at);
        if (point.passes >= now) ahead.push_back(at);
    }
    const float width = panel.Px(kLine);
    if (done.size() > 1) {
        pen.list.AddPolyline(done.data(), static_cast<int>(done.size()), color, ImDrawFlags_None,
                             width);
    }
    if (ahead.size() > 1) {
        DrawDashedLine(pen.list, ahead.data(), static_cast<int>(ahead.size()), color,
                       panel.theme.Whole(1.5f), {panel.Px(4), panel.Px(4)});
    }
    const bool has_dots = frame.area.width() / static_cast<float>(std::max(1, frame.passes - 1)) >=
                          panel.Px(kDotsFrom);
    for (const GrowthPoint& point : points) {
        const bool is_now = point.passes == now;
        if (!has_dots && !is_now) continue;
        const ImVec2 at = frame.At(point.passes, point.*count);
        if (point.passes <= now) {
            pen.In(color).Disc(at, is_now ? kDotNow : kDot);
        } else {
            pen.In(panel.theme.colors().panel).Disc(at, kDot);
            pen.list.AddCircle(at, panel.Px(kDot), color, 0, panel.Px(1.5f));
        }
    }
}

// The values of the curves at the playhead.
void DrawNumbers(const Panel& panel, const Frame& frame, const std::vector<GrowthPoint>& points,
                 int now) {
    const auto at_now = std::ranges::find(points, now, &GrowthPoint::passes);
    if (at_now == points.end()) return;
    const Pen pen = panel.pen().Strong();
    const ImVec2 above = frame.At(now, at_now->recomputed), below = frame.At(now, at_now->cached);
    const std::string number = std::to_string(at_now->recomputed);
    const float x = std::min(above.x, frame.area.max.x + panel.Px(kRight) - pen.Width(number) / 2);
    pen.WriteMiddle({x, above.y - panel.Px(15)}, number);
    if (below.y < frame.area.max.y - panel.Px(20)) {
        pen.In(panel.theme.colors().cached.text)
            .WriteMiddle({below.x, below.y + panel.Px(15)}, std::to_string(at_now->cached));
    }
}

}  // namespace

void DrawGrowthChart(const Panel& panel, Area area, const std::vector<GrowthPoint>& points,
                     int done) {
    if (points.empty()) return;
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const int largest = points.back().recomputed;
    const float left =
        pen.In(FontRole::Mono).Width(std::to_string(largest)) + panel.Px(kNumberRoom);
    const Frame frame{{{area.min.x + left, area.min.y + panel.Px(kAbove)},
                       {area.max.x - panel.Px(kRight), area.max.y - panel.Px(kBelow)}},
                      static_cast<int>(points.size()),
                      std::max(1, largest + largest / 8)};
    if (frame.area.height() < panel.Px(kBelow)) return;
    DrawAxes(panel, frame, done);
    DrawCurve(panel, frame, points, done, &GrowthPoint::recomputed, c.ink);
    DrawCurve(panel, frame, points, done, &GrowthPoint::cached, c.cached.stroke);
    DrawNumbers(panel, frame, points, done);
    // Both curves begin low and bend upwards, so their names go into the upper left corner.
    const float x = frame.area.min.x + panel.Px(kNumberRoom);
    const float y = frame.area.min.y + panel.Px(kAbove);
    pen.Write({x, y}, "G·P + G(G − 1)/2");
    pen.In(c.cached.text).Write({x, y + panel.Px(panel.theme.metrics.line_height)}, "P + G − 1");
    panel.Spot("check.chart", area);
}

}  // namespace decodescope
