#include "app/widgets/shapes.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace decodescope {
namespace {

ImVec2 Between(ImVec2 a, ImVec2 b, float share) {
    return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

float Distance(ImVec2 a, ImVec2 b) { return std::hypot(b.x - a.x, b.y - a.y); }

constexpr float kShortestSegment = 1e-3f;  // pixels

float LengthOf(std::span<const ImVec2> points) {
    float length = 0;
    for (size_t i = 1; i < points.size(); ++i) length += Distance(points[i - 1], points[i]);
    return length;
}

// Walks along the points, drawing while a dash is on.
void Dash(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float thickness,
          Dashes dashes) {
    bool is_on = true;
    float left = dashes.on;  // of the present dash or gap
    list.PathLineTo(points[0]);
    for (size_t i = 1; i < points.size(); ++i) {
        ImVec2 from = points[i - 1];
        float length = Distance(from, points[i]);
        if (length < kShortestSegment) continue;  // without a direction it would be drawn as a blot
        while (length > left + kShortestSegment) {
            from = Between(from, points[i], left / length);
            length -= left;
            if (is_on) {
                list.PathLineTo(from);
                list.PathStroke(color, 0, thickness);
            } else {
                list.PathLineTo(from);
            }
            is_on = !is_on;
            left = is_on ? dashes.on : dashes.off;
        }
        left -= length;
        if (is_on) list.PathLineTo(points[i]);
    }
    if (is_on) list.PathStroke(color, 0, thickness);
    list.PathClear();
}

// The outline, clockwise from the middle of the top, closed.
std::vector<ImVec2> Outline(Area area, float radius) {
    radius = std::min({radius, area.width() / 2, area.height() / 2});
    const float pi = 3.14159265f;
    const int steps = std::clamp(static_cast<int>(radius), 3, 24);
    const ImVec2 centers[] = {{area.max.x - radius, area.min.y + radius},
                              {area.max.x - radius, area.max.y - radius},
                              {area.min.x + radius, area.max.y - radius},
                              {area.min.x + radius, area.min.y + radius}};
    std::vector<ImVec2> points{{area.center().x, area.min.y}};
    for (int corner = 0; corner < 4; ++corner) {
        for (int i = 0; i <= steps; ++i) {
            const float quarter = static_cast<float>(i) / static_cast<float>(steps);
            const float angle = (static_cast<float>(corner) - 1 + quarter) * pi / 2;
            points.push_back({centers[corner].x + radius * std::cos(angle),
                              centers[corner].y + radius * std::sin(angle)});
        }
    }
    points.push_back(points.front());
    return points;
}

}  // namespace

void DrawDashedRect(ImDrawList& list, Area area, float radius, ImU32 color, float thickness,
                    Dashes dashes) {
    if (area.empty()) return;
    const std::vector<ImVec2> points = Outline(area.Grown(-thickness / 2), radius);
    const float length = LengthOf(points);
    const float period = dashes.on + dashes.off;
    const float stretch = length / (std::max(1.0f, std::round(length / period)) * period);
    Dash(list, points, color, thickness, {dashes.on * stretch, dashes.off * stretch});
}

void DrawDashedLine(ImDrawList& list, const ImVec2* points, int count, ImU32 color, float thickness,
                    Dashes dashes) {
    if (count >= 2) Dash(list, {points, static_cast<size_t>(count)}, color, thickness, dashes);
}

void DrawHatching(ImDrawList& list, Area area, ImU32 color, float step, float thickness) {
    list.PushClipRect(area.min, area.max, true);
    const float height = area.height();
    for (float x = area.min.x - height + step / 2; x < area.max.x; x += step) {
        list.AddLine({x, area.max.y}, {x + height, area.min.y}, color, thickness);
    }
    list.PopClipRect();
}

void DrawIcon(ImDrawList& list, Icon icon, ImVec2 center, float size, ImU32 color,
              float thickness) {
    const float u = size / 16;  // icons are drawn on a grid of 16
    const auto at = [&](float x, float y) { return ImVec2{center.x + x * u, center.y + y * u}; };
    const auto line = [&](std::initializer_list<ImVec2> points) {
        for (const ImVec2 p : points) list.PathLineTo(at(p.x, p.y));
        list.PathStroke(color, 0, thickness);
    };
    const auto chevron = [&](float x, float direction) {
        line({{x - 3 * direction, -6}, {x + 3 * direction, 0}, {x - 3 * direction, 6}});
    };
    switch (icon) {
        case Icon::First:
            line({{-5, -6.5f}, {-5, 6.5f}});
            chevron(2, -1);
            break;
        case Icon::PreviousPass:
            chevron(-4, -1);
            chevron(3, -1);
            break;
        case Icon::PreviousStage: chevron(0, -1); break;
        case Icon::NextStage: chevron(0, 1); break;
        case Icon::NextPass:
            chevron(-3, 1);
            chevron(4, 1);
            break;
        case Icon::Last:
            line({{5, -6.5f}, {5, 6.5f}});
            chevron(-2, 1);
            break;
        case Icon::Play: list.AddTriangleFilled(at(-5, -7), at(7, 0), at(-5, 7), color); break;
        case Icon::Pause:
            list.AddRectFilled(at(-5, -6.5f), at(-1.5f, 6.5f), color);
            list.AddRectFilled(at(1.5f, -6.5f), at(5, 6.5f), color);
            break;
        case Icon::ChevronDown: line({{-4, -2}, {0, 2}, {4, -2}}); break;
        case Icon::Tick: line({{-4, 0}, {-1, 3}, {4.5f, -3}}); break;
        case Icon::Close:
            line({{-4, -4}, {4, 4}});
            line({{4, -4}, {-4, 4}});
            break;
        case Icon::Plus:
            line({{-5, 0}, {5, 0}});
            line({{0, -5}, {0, 5}});
            break;
        case Icon::Up:
            line({{0, 6}, {0, -5}});
            line({{-4.5f, -0.5f}, {0, -5}, {4.5f, -0.5f}});
            break;
        case Icon::Pin:
            list.AddCircleFilled(at(0, -3.5f), 4 * u, color);
            line({{0, 0}, {0, 7}});
            break;
        case Icon::Loop:
            list.PathArcTo(center, 6 * u, 0.6f, 5.6f);
            list.PathStroke(color, 0, thickness);
            list.AddTriangleFilled(at(1, -3), at(8, -3), at(6.5f, -8.5f), color);
            break;
        case Icon::StopAt:
            list.AddTriangleFilled(at(-7, -4.5f), at(-7, 4.5f), at(-0.5f, 0), color);
            list.AddCircle(at(4, 0), 3.5f * u, color, 0, thickness);
            break;
    }
}

void DrawHorizontal(ImDrawList& list, const Theme& theme, float x0, float x1, float y,
                    ImU32 color) {
    const float top = std::round(y);
    list.AddRectFilled({x0, top}, {x1, top + theme.Whole(theme.metrics.hairline)}, color);
}

void DrawVertical(ImDrawList& list, const Theme& theme, float x, float y0, float y1, ImU32 color) {
    const float left = std::round(x);
    list.AddRectFilled({left, y0}, {left + theme.Whole(theme.metrics.hairline), y1}, color);
}

}  // namespace decodescope
