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

// Where points of the chart stand.
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
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float gap = panel.Px(kNumberRoom);
    for (const int count : AxisLines(frame.largest, kMostRows)) {
        const float y = frame.At(1, count).y;
        DrawHorizontal(list, panel.theme, frame.area.min.x, frame.area.max.x, y, c.line);
        DrawText(list, panel.theme, FontRole::Mono, {frame.area.min.x - gap, y}, c.muted,
                 std::to_string(count), Anchor::Right);
    }
    DrawHorizontal(list, panel.theme, frame.area.min.x, frame.area.max.x, frame.area.max.y,
                   c.field_border);
    const float y = frame.area.max.y + panel.Px(16);
    const float pitch =
        frame.passes > 1 ? frame.area.width() / static_cast<float>(frame.passes - 1) : 0;
    const int most = static_cast<int>(frame.area.width() / panel.Px(44));
    for (int pass = 1; pass <= frame.passes; ++pass) {
        const int step = AxisLines(frame.passes, std::max(2, most)).front();
        const bool is_now = pass == now;
        const float from_now = pitch * static_cast<float>(std::abs(pass - now));
        const bool is_free = is_now || now < 1 || from_now >= panel.Px(30);
        if (!is_now && ((pass != 1 && pass % step != 0) || !is_free)) continue;
        DrawText(list, panel.theme, is_now ? FontRole::MonoStrong : FontRole::Mono,
                 {frame.At(pass, 0).x, y}, is_now ? c.ink : c.muted, std::to_string(pass),
                 Anchor::Middle);
    }
    DrawText(list, panel.theme, FontRole::Label, {frame.area.center().x, y + panel.Px(21)}, c.muted,
             "passes, one token each: G", Anchor::Middle);
}

void DrawCurve(const Panel& panel, const Frame& frame, const std::vector<GrowthPoint>& points,
               int now, int GrowthPoint::*count, ImU32 color) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::vector<ImVec2> done, ahead;
    for (const GrowthPoint& point : points) {
        const ImVec2 at = frame.At(point.passes, point.*count);
        if (point.passes <= now) done.push_back(at);
        if (point.passes >= now) ahead.push_back(at);
    }
    const float width = panel.Px(kLine);
    if (done.size() > 1) {
        list.AddPolyline(done.data(), static_cast<int>(done.size()), color, ImDrawFlags_None,
                         width);
    }
    if (ahead.size() > 1) {
        DrawDashedLine(list, ahead.data(), static_cast<int>(ahead.size()), color,
                       panel.theme.Whole(1.5f), {panel.Px(4), panel.Px(4)});
    }
    const bool has_dots = frame.area.width() / static_cast<float>(std::max(1, frame.passes - 1)) >=
                          panel.Px(kDotsFrom);
    for (const GrowthPoint& point : points) {
        const bool is_now = point.passes == now;
        if (!has_dots && !is_now) continue;
        const ImVec2 at = frame.At(point.passes, point.*count);
        if (point.passes <= now) {
            list.AddCircleFilled(at, panel.Px(is_now ? kDotNow : kDot), color);
        } else {
            list.AddCircleFilled(at, panel.Px(kDot), panel.theme.colors().panel);
            list.AddCircle(at, panel.Px(kDot), color, 0, panel.Px(1.5f));
        }
    }
}

// What the curves come to at the playhead.
void DrawNumbers(const Panel& panel, const Frame& frame, const std::vector<GrowthPoint>& points,
                 int now) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto at_now = std::ranges::find(points, now, &GrowthPoint::passes);
    if (at_now != points.end()) {
        const ImVec2 above = frame.At(now, at_now->recomputed),
                     below = frame.At(now, at_now->cached);
        const std::string number = std::to_string(at_now->recomputed);
        const float half = TextWidth(panel.theme, FontRole::LabelStrong, number) / 2;
        const float x = std::min(above.x, frame.area.max.x + panel.Px(kRight) - half);
        DrawText(list, panel.theme, FontRole::LabelStrong, {x, above.y - panel.Px(15)}, c.ink,
                 number, Anchor::Middle);
        if (below.y < frame.area.max.y - panel.Px(20)) {
            DrawText(list, panel.theme, FontRole::LabelStrong, {below.x, below.y + panel.Px(15)},
                     c.cached.text, std::to_string(at_now->cached), Anchor::Middle);
        }
    }
}

}  // namespace

void DrawGrowthChart(const Panel& panel, Area area, const std::vector<GrowthPoint>& points,
                     int done) {
    if (points.empty()) return;
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const int largest = points.back().recomputed;
    const float left =
        TextWidth(panel.theme, FontRole::Mono, std::to_string(largest)) + panel.Px(kNumberRoom);
    const Frame frame{{{area.min.x + left, area.min.y + panel.Px(kAbove)},
                       {area.max.x - panel.Px(kRight), area.max.y - panel.Px(kBelow)}},
                      static_cast<int>(points.size()),
                      std::max(1, largest + largest / 8)};
    if (frame.area.height() < panel.Px(kBelow)) return;
    DrawAxes(panel, frame, done);
    DrawCurve(panel, frame, points, done, &GrowthPoint::recomputed, c.ink);
    DrawCurve(panel, frame, points, done, &GrowthPoint::cached, c.cached.stroke);
    DrawNumbers(panel, frame, points, done);
    // Both curves begin below and bend upwards, so that their names have the upper left corner.
    const float x = frame.area.min.x + panel.Px(kNumberRoom);
    const float y = frame.area.min.y + panel.Px(kAbove);
    DrawText(list, panel.theme, FontRole::Label, {x, y}, c.ink, "G·P + G(G − 1)/2");
    DrawText(list, panel.theme, FontRole::Label, {x, y + panel.Px(panel.theme.metrics.line_height)},
             c.cached.text, "P + G − 1");
    panel.Spot("check.chart", area);
}

}  // namespace decodescope
