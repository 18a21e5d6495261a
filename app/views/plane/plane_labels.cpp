#include "app/views/plane/plane_labels.h"

#include <string>
#include <vector>

#include "app/plane/label_place.h"
#include "app/views/plane/plane_signs.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kLabelHeight = 20, kLabelRoom = 4, kLineRoom = 2;

std::vector<Rect> ObstaclesOf(const Panel& panel, const PlaneFrame& frame, const Plane& plane) {
    std::vector<Rect> obstacles;
    const auto add_around = [&](ImVec2 at, float size) {
        obstacles.push_back({at.x - size, at.y - size, 2 * size, 2 * size});
    };
    const auto add_line = [&](PlanePoint from, PlanePoint to) {
        constexpr int kSteps = 12;
        const ImVec2 a = frame.At(from), b = frame.At(to);
        for (int i = 0; i <= kSteps; ++i) {
            const float share = static_cast<float>(i) / kSteps;
            add_around({a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share}, panel.Px(kLineRoom));
        }
    };
    for (const Plane::Arrow& arrow : plane.embeddings) {
        add_line({0, 0}, arrow.tip);
        const Area chip = ChipOfArrow(panel, frame, arrow);
        obstacles.push_back({chip.min.x, chip.min.y, chip.width(), chip.height()});
    }
    for (const Plane::Mark& key : plane.keys) add_around(frame.At(key.at), panel.Px(kDiamond));
    for (const Plane::Mark& value : plane.values) {
        if (plane.weighted_sum) add_line(value.at, *plane.weighted_sum);
    }
    if (plane.hidden) add_around(frame.At(*plane.hidden), panel.Px(2 * kDisc));
    for (const Plane::PastHidden& past : plane.path)
        add_around(frame.At(past.at), panel.Px(kPastDisc));
    return obstacles;
}

std::vector<Point> VisiblePart(const PlaneFrame& frame, const Region& region) {
    const PlanePoint low = frame.PlaceOf({frame.area.min.x, frame.area.max.y});
    const PlanePoint high = frame.PlaceOf({frame.area.max.x, frame.area.min.y});
    std::vector<PlanePoint> corners = Clipped(region.corners, 1, 0, -low.x);
    corners = Clipped(corners, -1, 0, high.x);
    corners = Clipped(corners, 0, 1, -low.y);
    corners = Clipped(corners, 0, -1, high.y);
    std::vector<Point> points;
    for (const PlanePoint corner : corners)
        points.push_back({frame.At(corner).x, frame.At(corner).y});
    return points;
}

}  // namespace

void PaintRegionNames(const Panel& panel, const PlaneFrame& frame, const Plane& plane) {
    const Pen pen = panel.pen();
    std::vector<Rect> obstacles = ObstaclesOf(panel, frame, plane);
    for (const Region& region : plane.regions) {
        const std::string words = TokenText(panel.recording(), region.token) + " wins";
        const Point size{pen.Width(words) + 2 * panel.Px(kLabelRoom),
                         panel.Px(kLabelHeight) + 2 * panel.Px(kLabelRoom)};
        const auto place = PlaceLabel(VisiblePart(frame, region), size, obstacles);
        if (!place) continue;
        pen.WriteMiddle({place->center().x, place->center().y}, words);
        obstacles.push_back(*place);
    }
}

}  // namespace decodescope
