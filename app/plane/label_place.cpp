#include "app/plane/label_place.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace decodescope {
namespace {

constexpr int kTries = 24;        // along each side of the polygon's bounds
constexpr float kFarEnough = 40;  // a larger distance is no better

Rect BoundsOf(const std::vector<Point>& polygon) {
    float left = polygon[0].x, right = left, top = polygon[0].y, bottom = top;
    for (const Point p : polygon) {
        left = std::min(left, p.x);
        right = std::max(right, p.x);
        top = std::min(top, p.y);
        bottom = std::max(bottom, p.y);
    }
    return {left, top, right - left, bottom - top};
}

// Whether a point is on the same side of all edges.
bool IsInside(const std::vector<Point>& polygon, Point p) {
    bool is_left = false, is_right = false;
    for (size_t i = 0; i < polygon.size(); ++i) {
        const Point a = polygon[i], b = polygon[(i + 1) % polygon.size()];
        const float side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        is_left |= side > 0;
        is_right |= side < 0;
    }
    return !(is_left && is_right);
}

bool IsInside(const std::vector<Point>& polygon, const Rect& rect) {
    return IsInside(polygon, Point{rect.x, rect.y}) &&
           IsInside(polygon, Point{rect.right(), rect.y}) &&
           IsInside(polygon, Point{rect.x, rect.bottom()}) &&
           IsInside(polygon, Point{rect.right(), rect.bottom()});
}

float DistanceOf(const Rect& a, const Rect& b) {
    const float x = std::max({0.0f, b.x - a.right(), a.x - b.right()});
    const float y = std::max({0.0f, b.y - a.bottom(), a.y - b.bottom()});
    return std::sqrt(x * x + y * y);
}

}  // namespace

std::optional<Rect> PlaceLabel(const std::vector<Point>& polygon, Point size,
                               const std::vector<Rect>& obstacles) {
    if (polygon.size() < 3) return std::nullopt;
    const Rect bounds = BoundsOf(polygon);
    std::optional<Rect> best;
    float best_distance = 0;
    for (int row = 0; row <= kTries; ++row) {
        for (int column = 0; column <= kTries; ++column) {
            const Rect place{
                bounds.x + (bounds.width - size.x) * static_cast<float>(column) / kTries,
                bounds.y + (bounds.height - size.y) * static_cast<float>(row) / kTries, size.x,
                size.y};
            if (!IsInside(polygon, place)) continue;
            float distance = kFarEnough;
            for (const Rect& obstacle : obstacles) {
                distance = std::min(distance, DistanceOf(place, obstacle));
            }
            if (distance <= best_distance) continue;
            best_distance = distance;
            best = place;
        }
    }
    return best;
}

}  // namespace decodescope
