#include "app/views/plane/plane_labels.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/look/token_label.h"
#include "app/plane/label_place.h"
#include "app/views/plane/plane_signs.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kLabelHeight = 20, kLabelRoom = 4, kLineRoom = 2;
constexpr float kChipGap = 8, kChipHeight = 22, kMostChip = 120;
constexpr float kPassHeight = 14, kPassGap = 2;
constexpr float kLeastNamed = 40;  // a shorter query has no name

// --- What belongs to a point ---------------------------------------------------------------------

// Places labels one after another, each where it covers none before it.
class LabelPlacer {
public:
    explicit LabelPlacer(Area within) : within_(within) {}

    // Beside a point: in the wanted direction, or else in another one. `gap` is between the point
    // and the label.
    std::optional<Area> Place(ImVec2 at, ImVec2 wanted, ImVec2 size, float gap) {
        constexpr float kDiagonal = 0.70710678f;
        const ImVec2 directions[] = {wanted,
                                     {1, 0},
                                     {kDiagonal, -kDiagonal},
                                     {kDiagonal, kDiagonal},
                                     {-1, 0},
                                     {-kDiagonal, -kDiagonal},
                                     {-kDiagonal, kDiagonal},
                                     {0, -1},
                                     {0, 1}};
        for (const ImVec2 along : directions) {
            const ImVec2 center{at.x + along.x * (gap + size.x / 2),
                                at.y + along.y * (gap + size.y / 2)};
            const Area place = AreaAt(std::round(center.x - size.x / 2),
                                      std::round(center.y - size.y / 2), size.x, size.y);
            if (!IsFree(place)) continue;
            taken_.push_back(place);
            return place;
        }
        return std::nullopt;
    }

private:
    bool IsFree(const Area& place) const {
        return within_.Contains(place.min) && within_.Contains(place.max) &&
               std::ranges::none_of(taken_, [&place](const Area& other) {
                   return place.min.x < other.max.x && other.min.x < place.max.x &&
                          place.min.y < other.max.y && other.min.y < place.max.y;
               });
    }

    Area within_;
    std::vector<Area> taken_;
};

std::string LabelOf(const Panel& panel, const Pen& pen, TokenId token, float width) {
    return TokenLabel(TokenText(panel.recording(), token), token,
                      [&](const std::string& words) { return pen.Width(words) <= width; });
}

// From the origin to a point.
ImVec2 DirectionTo(const PlaneFrame& frame, PlanePoint point) {
    const ImVec2 from = frame.At({0, 0}), to = frame.At(point);
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    if (length < 1) return {1, 0};
    return {(to.x - from.x) / length, (to.y - from.y) / length};
}

// --- What belongs to a region --------------------------------------------------------------------

std::vector<Rect> ObstaclesOf(const Panel& panel, const PlaneFrame& frame, const Plane& plane,
                              const PlaneLabels& labels) {
    std::vector<Rect> obstacles;
    const auto add_label = [&](const std::optional<Area>& label) {
        if (label)
            obstacles.push_back({label->min.x, label->min.y, label->width(), label->height()});
    };
    std::ranges::for_each(labels.chips, add_label);
    std::ranges::for_each(labels.passes, add_label);
    add_label(labels.hidden);
    add_label(labels.query);
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
    for (const Plane::Arrow& arrow : plane.embeddings) add_line({0, 0}, arrow.tip);
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

// The chosen arrow's chip first, then h, then the other chips, then passes from the last one back.
PlaneLabels PlaceLabels(const Panel& panel, const PlaneFrame& frame, const Plane& plane) {
    PlaneLabels labels;
    LabelPlacer placer(frame.area);
    const Pen strong = panel.pen().Strong(), small = panel.pen();
    const float height = panel.Px(kChipHeight),
                padding = 2 * panel.Px(panel.theme.metrics.text_gap);
    const float most = std::min(panel.Px(kMostChip), frame.area.width() / 3);
    for (const Plane::Arrow& arrow : plane.embeddings) {
        labels.tokens.push_back(LabelOf(panel, strong, arrow.token, most - padding));
    }
    labels.chips.resize(plane.embeddings.size());
    const auto place_chip = [&](size_t i) {
        const PlanePoint tip = plane.embeddings[i].tip;
        const float width = std::round(std::max(height, strong.Width(labels.tokens[i]) + padding));
        labels.chips[i] = placer.Place(frame.At(tip), DirectionTo(frame, tip), {width, height},
                                       panel.Px(kChipGap));
    };
    const auto is_chosen = [&](size_t i) { return plane.view.token == plane.embeddings[i].token; };
    for (size_t i = 0; i < labels.chips.size(); ++i) {
        if (is_chosen(i)) place_chip(i);
    }
    if (plane.hidden) {
        const Pen name = small.In(FontRole::ContainerTitle);
        labels.hidden = placer.Place(frame.At(*plane.hidden), {0.70710678f, -0.70710678f},
                                     {name.Width("h"), panel.Px(kLabelHeight)}, panel.Px(kDisc));
    }
    for (size_t i = 0; i < labels.chips.size(); ++i) {
        if (!is_chosen(i)) place_chip(i);
    }
    if (plane.query) {
        const ImVec2 from = frame.At({0, 0}), to = frame.At(*plane.query);
        const ImVec2 along = DirectionTo(frame, *plane.query);
        const Pen name = small.In(FontRole::ContainerTitle);
        if (std::hypot(to.x - from.x, to.y - from.y) >= panel.Px(kLeastNamed)) {
            labels.query =
                placer.Place({(from.x + to.x) / 2, (from.y + to.y) / 2}, {along.y, -along.x},
                             {name.Width("q"), panel.Px(kLabelHeight)}, panel.Px(kQueryBand));
        }
    }
    labels.passes.resize(plane.path.size());
    for (size_t i = plane.path.size(); i-- > 0;) {
        const std::string number = std::to_string(plane.path[i].pass);
        labels.passes[i] = placer.Place(frame.At(plane.path[i].at), {-0.70710678f, 0.70710678f},
                                        {small.Width(number), panel.Px(kPassHeight)},
                                        panel.Px(kPastDisc + kPassGap));
    }
    return labels;
}

void PaintRegionNames(const Panel& panel, const PlaneFrame& frame, const Plane& plane,
                      const PlaneLabels& labels) {
    const Pen pen = panel.pen();
    std::vector<Rect> obstacles = ObstaclesOf(panel, frame, plane, labels);
    for (const Region& region : plane.regions) {
        const std::string words = LabelOf(panel, pen, region.token, panel.Px(kMostChip)) + " wins";
        const Point size{pen.Width(words) + 2 * panel.Px(kLabelRoom),
                         panel.Px(kLabelHeight) + 2 * panel.Px(kLabelRoom)};
        const auto place = PlaceLabel(VisiblePart(frame, region), size, obstacles);
        if (!place) continue;
        pen.WriteMiddle({place->center().x, place->center().y}, words);
        obstacles.push_back(*place);
    }
}

}  // namespace decodescope
