#include "app/views/plane/plane_paint.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/plane/label_place.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "app/widgets/token_chip.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kShaft = 2, kHead = 10, kHeadHalf = 4.5f, kChipGap = 8, kChipHeight = 22;
constexpr float kQueryBand = 7, kDiamond = 8, kDot = 4, kDisc = 7, kPast = 4;
constexpr float kThinnest = 1.5f, kThickness = 7;  // of the line from a value: 1.5 + 7 w
constexpr float kEdge = 2, kLabelHeight = 20, kLabelRoom = 4;
constexpr int kMostNumbered = 12;
constexpr double kMostLines = 1000;
constexpr float kLeastGrid = 60;  // between two lines

class Painter {
public:
    Painter(const Panel& panel, const PlaneView& view, const Plane& plane)
        : panel_(panel),
          view_(view),
          plane_(plane),
          colors_(panel.theme.colors()),
          pen_(panel.pen()) {}

    void Paint() {
        pen_.list.PushClipRect(view_.area.min, view_.area.max, true);
        pen_.In(colors_.neutral_cell).Fill(view_.area);
        PaintRegions();
        PaintGrid();
        PaintRegionNames();
        if (plane_.query) PaintQuery();
        for (const Plane::Arrow& arrow : plane_.embeddings) PaintArrow(arrow);
        PaintLinesToMix();
        for (const Plane::Mark& key : plane_.keys) PaintKey(key);
        for (const Plane::Mark& value : plane_.values) PaintValue(value);
        for (const Plane::Arrow& arrow : plane_.embeddings) PaintChip(arrow);
        PaintPath();
        if (plane_.hidden) PaintHidden();
        pen_.list.PopClipRect();
        pen_.In(colors_.line).Frame(view_.area);
    }

private:
    float Px(float at_scale_1) const { return panel_.Px(at_scale_1); }
    ImVec2 At(PlanePoint p) const { return view_.At(p); }

    void PaintRegions() {
        for (size_t i = 0; i < plane_.regions.size(); ++i) {
            std::vector<ImVec2> points;
            for (const PlanePoint corner : plane_.regions[i].corners) points.push_back(At(corner));
            const int count = static_cast<int>(points.size());
            pen_.list.AddConvexPolyFilled(points.data(), count,
                                          colors_.regions[static_cast<size_t>(plane_.colors[i])]);
        }
        for (const Region& region : plane_.regions) {
            std::vector<ImVec2> points;
            for (const PlanePoint corner : region.corners) points.push_back(At(corner));
            pen_.list.AddPolyline(points.data(), static_cast<int>(points.size()), colors_.panel,
                                  ImDrawFlags_Closed, Px(kEdge));
        }
    }

    // A line at every whole step, the step being 1, 2 or 5 times a power of ten.
    void PaintGrid() {
        const double wanted = static_cast<double>(Px(kLeastGrid)) / view_.unit;
        const double power = std::pow(10.0, std::floor(std::log10(wanted)));
        double step = 10 * power;
        for (const double factor : {5.0, 2.0, 1.0}) {
            if (factor * power >= wanted) step = factor * power;
        }
        const PlanePoint low = view_.PlaceOf({view_.area.min.x, view_.area.max.y});
        const PlanePoint high = view_.PlaceOf({view_.area.max.x, view_.area.min.y});
        const ImU32 line = Faded(colors_.panel, 0.6f);
        // Numbers beyond measure have no lines that could be told apart.
        const double lines = std::max(high.x - low.x, high.y - low.y) / step;
        if (!(lines < kMostLines) || low.x + step == low.x || low.y + step == low.y) return;
        for (double x = std::ceil(low.x / step) * step; x <= high.x; x += step) {
            pen_.In(line).Vertical(At({x, 0}).x, view_.area.min.y, view_.area.max.y);
        }
        for (double y = std::ceil(low.y / step) * step; y <= high.y; y += step) {
            pen_.In(line).Horizontal(view_.area.min.x, view_.area.max.x, At({0, y}).y);
        }
        const ImVec2 origin = At({0, 0});
        pen_.In(colors_.ghost).Vertical(origin.x, view_.area.min.y, view_.area.max.y);
        pen_.In(colors_.ghost).Horizontal(view_.area.min.x, view_.area.max.x, origin.y);
    }

    // --- Names of regions
    // -------------------------------------------------------------------------

    std::vector<Rect> Obstacles() const {
        std::vector<Rect> obstacles;
        const auto add_around = [&](ImVec2 at, float size) {
            obstacles.push_back({at.x - size, at.y - size, 2 * size, 2 * size});
        };
        const auto add_line = [&](PlanePoint from, PlanePoint to) {
            constexpr int kSteps = 12;
            const ImVec2 a = At(from), b = At(to);
            for (int i = 0; i <= kSteps; ++i) {
                const float share = static_cast<float>(i) / kSteps;
                add_around({a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share}, Px(kShaft));
            }
        };
        for (const Plane::Arrow& arrow : plane_.embeddings) {
            add_line({0, 0}, arrow.tip);
            const Area chip = ChipOfArrow(panel_, view_, arrow);
            obstacles.push_back({chip.min.x, chip.min.y, chip.width(), chip.height()});
        }
        for (const Plane::Mark& key : plane_.keys) add_around(At(key.at), Px(kDiamond));
        for (const Plane::Mark& value : plane_.values) {
            if (plane_.mixed) add_line(value.at, *plane_.mixed);
        }
        if (plane_.hidden) add_around(At(*plane_.hidden), Px(2 * kDisc));
        for (const Plane::PastHidden& past : plane_.path) add_around(At(past.at), Px(kPast));
        return obstacles;
    }

    std::vector<Point> VisiblePart(const Region& region) const {
        const PlanePoint low = view_.PlaceOf({view_.area.min.x, view_.area.max.y});
        const PlanePoint high = view_.PlaceOf({view_.area.max.x, view_.area.min.y});
        std::vector<PlanePoint> corners = Clipped(region.corners, 1, 0, -low.x);
        corners = Clipped(corners, -1, 0, high.x);
        corners = Clipped(corners, 0, 1, -low.y);
        corners = Clipped(corners, 0, -1, high.y);
        std::vector<Point> points;
        for (const PlanePoint corner : corners) points.push_back({At(corner).x, At(corner).y});
        return points;
    }

    void PaintRegionNames() {
        std::vector<Rect> obstacles = Obstacles();
        for (const Region& region : plane_.regions) {
            const std::string words = TokenText(panel_.recording(), region.token) + " wins";
            const Point size{pen_.Width(words) + 2 * Px(kLabelRoom),
                             Px(kLabelHeight) + 2 * Px(kLabelRoom)};
            const auto place = PlaceLabel(VisiblePart(region), size, obstacles);
            if (!place) continue;
            pen_.WriteMiddle({place->center().x, place->center().y}, words);
            obstacles.push_back(*place);
        }
    }

    // --- Vectors
    // ----------------------------------------------------------------------------------

    void PaintQuery() {
        const ImVec2 from = At({0, 0}), to = At(*plane_.query);
        pen_.list.AddLine(from, to, colors_.q.stroke, Px(kQueryBand));
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        if (length < Px(4 * kHead)) return;
        const ImVec2 aside{(to.y - from.y) / length, -(to.x - from.x) / length};
        const float left = aside.x <= 0 ? 1.0f : -1.0f;  // the name stands at the left of the band
        pen_.In(FontRole::ContainerTitle, colors_.q.text)
            .WriteMiddle({(from.x + to.x) / 2 + left * aside.x * Px(16),
                          (from.y + to.y) / 2 + left * aside.y * Px(16)},
                         "q");
    }

    void PaintArrow(const Plane::Arrow& arrow) {
        const ImVec2 from = At({0, 0}), to = At(arrow.tip);
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        if (length < 1) return;
        const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
        const float head = std::min(Px(kHead), length), half = Px(kHeadHalf) * head / Px(kHead);
        const ImVec2 neck{to.x - along.x * head, to.y - along.y * head};
        pen_.list.AddLine(from, neck, colors_.ink, Px(kShaft));
        pen_.list.AddTriangleFilled(to, {neck.x - along.y * half, neck.y + along.x * half},
                                    {neck.x + along.y * half, neck.y - along.x * half},
                                    colors_.ink);
    }

    // Of chips that would overlap only the first one is drawn; the chosen arrow's always is.
    void PaintChip(const Plane::Arrow& arrow) {
        const Area chip = ChipOfArrow(panel_, view_, arrow);
        const bool is_covered = std::ranges::any_of(chips_, [&chip](const Area& other) {
            return chip.min.x < other.max.x && other.min.x < chip.max.x &&
                   chip.min.y < other.max.y && other.min.y < chip.max.y;
        });
        if (is_covered && plane_.look.token != arrow.token) return;
        chips_.push_back(chip);
        DrawVocabularyChip(pen_.list, panel_.theme, chip,
                           TokenText(panel_.recording(), arrow.token));
        if (plane_.look.token == arrow.token) {
            const Area ring = chip.Grown(Px(2));
            pen_.Ring(ring, panel_.theme.metrics.chip_radius, 2);
        }
    }

    void PaintLinesToMix() {
        if (!plane_.mixed || !plane_.has_weights) return;
        for (const Plane::Mark& value : plane_.values) {
            const float width = Px(kThinnest + kThickness * static_cast<float>(value.weight));
            pen_.list.AddLine(At(value.at), At(*plane_.mixed), colors_.v.stroke, width);
        }
    }

    bool IsPointedAt(const Plane::Mark& mark) const {
        const std::optional<int> position = panel_.derived.highlights.position;
        return position && std::ranges::find(mark.positions, *position) != mark.positions.end();
    }

    void PaintKey(const Plane::Mark& key) {
        PaintSign(pen_, At(key.at), PlaneSign::Key);
        if (IsPointedAt(key))
            pen_.list.AddCircle(At(key.at), Px(kDiamond + 4), colors_.ink, 0, Px(2.5f));
    }

    void PaintValue(const Plane::Mark& value) {
        PaintSign(pen_, At(value.at), PlaneSign::Value);
        if (IsPointedAt(value)) {
            pen_.list.AddCircle(At(value.at), Px(kDiamond + 4), colors_.ink, 0, Px(2.5f));
        }
    }

    void PaintPath() {
        const ImU32 ink = colors_.muted;
        for (size_t i = 0; i < plane_.path.size(); ++i) {
            const bool is_last = i + 1 == plane_.path.size();
            if (is_last && !plane_.hidden) continue;
            const PlanePoint next = is_last ? *plane_.hidden : plane_.path[i + 1].at;
            pen_.list.AddLine(At(plane_.path[i].at), At(next), ink, panel_.theme.Whole(1));
        }
        const bool is_numbered = plane_.path.size() <= kMostNumbered;
        for (const Plane::PastHidden& past : plane_.path) {
            const ImVec2 at = At(past.at);
            pen_.In(colors_.block).Disc(at, kPast);
            pen_.list.AddCircle(at, Px(kPast), ink, 0, Px(1.5f));
            if (!is_numbered) continue;
            pen_.In(ink).WriteRight({at.x - Px(kPast + 3), at.y + Px(kPast + 5)},
                                    std::to_string(past.pass));
        }
    }

    void PaintHidden() {
        const ImVec2 at = At(*plane_.hidden);
        PaintSign(pen_, at, PlaneSign::Hidden);
        pen_.In(FontRole::ContainerTitle).Write({at.x + Px(kDisc + 8), at.y - Px(9)}, "h");
    }

    const Panel& panel_;
    const PlaneView& view_;
    const Plane& plane_;
    const Palette& colors_;
    Pen pen_;
    std::vector<Area> chips_;  // drawn so far
};

}  // namespace

PlaneView ViewOf(const Plane& plane, Area area) {
    const double half = 0.5 * static_cast<double>(std::min(area.width(), area.height()));
    const double seen = plane.range * kPlaneRoom / static_cast<double>(plane.look.zoom);
    // A very wide panel shows no more than the regions fill.
    const double least =
        0.5 * static_cast<double>(std::max(area.width(), area.height())) / plane.reach;
    return {area, std::max(half / seen, least)};
}

Area ChipOfArrow(const Panel& panel, const PlaneView& view, const Plane::Arrow& arrow) {
    const std::string& words = TokenText(panel.recording(), arrow.token);
    const float width =
        std::round(std::max(panel.Px(kChipHeight), panel.pen().Strong().Width(words) +
                                                       2 * panel.Px(panel.theme.metrics.text_gap)));
    const ImVec2 from = view.At({0, 0}), tip = view.At(arrow.tip);
    const float length = std::hypot(tip.x - from.x, tip.y - from.y);
    const ImVec2 along =
        length < 1 ? ImVec2{1, 0} : ImVec2{(tip.x - from.x) / length, (tip.y - from.y) / length};
    const float height = panel.Px(kChipHeight);
    const float reach = panel.Px(kChipGap);
    const ImVec2 center{tip.x + along.x * (reach + width / 2),
                        tip.y + along.y * (reach + height / 2)};
    return AreaAt(std::round(center.x - width / 2), std::round(center.y - height / 2), width,
                  height);
}

void PaintPlane(const Panel& panel, const PlaneView& view, const Plane& plane) {
    Painter(panel, view, plane).Paint();
}

void PaintSign(const Pen& pen, ImVec2 at, PlaneSign sign) {
    const Palette& c = pen.theme.colors();
    const float diamond = pen.theme.Px(kDiamond);
    switch (sign) {
        case PlaneSign::Key:
            pen.list.AddQuadFilled({at.x, at.y - diamond}, {at.x + diamond, at.y},
                                   {at.x, at.y + diamond}, {at.x - diamond, at.y}, c.k.stroke);
            pen.list.AddQuad({at.x, at.y - diamond}, {at.x + diamond, at.y}, {at.x, at.y + diamond},
                             {at.x - diamond, at.y}, c.k.text, pen.theme.Px(1));
            break;
        case PlaneSign::Value:
            pen.In(c.panel).Disc(at, kDot + 1);
            pen.In(c.v.stroke).Disc(at, kDot);
            break;
        case PlaneSign::Query:
            pen.In(c.q.stroke)
                .Fill({{at.x - pen.theme.Px(9), at.y - pen.theme.Px(kQueryBand) / 2},
                       {at.x + pen.theme.Px(9), at.y + pen.theme.Px(kQueryBand) / 2}},
                      2);
            break;
        case PlaneSign::Hidden:
            pen.In(c.panel).Disc(at, kDisc + 1);
            pen.In(c.ink).Disc(at, kDisc);
            break;
    }
}

}  // namespace decodescope
