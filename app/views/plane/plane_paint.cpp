#include "app/views/plane/plane_paint.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/plane/plane_labels.h"
#include "app/views/plane/plane_signs.h"
#include "app/widgets/token_chip.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kShaft = 2, kHead = 10, kHeadHalf = 4.5f, kEdge = 2;
constexpr float kThinnest = 1.5f, kThickness = 7;  // of the line from a value: 1.5 + 7 w
constexpr double kMostLines = 1000;
constexpr float kLeastGrid = 60;  // between two lines

class Painter {
public:
    Painter(const Panel& panel, const PlaneFrame& frame, const Plane& plane)
        : panel_(panel),
          frame_(frame),
          plane_(plane),
          labels_(PlaceLabels(panel, frame, plane)),
          colors_(panel.theme.colors()),
          pen_(panel.pen()) {}

    void Paint() {
        pen_.list.PushClipRect(frame_.area.min, frame_.area.max, true);
        pen_.In(colors_.neutral_cell).Fill(frame_.area);
        PaintRegions();
        PaintGrid();
        PaintRegionNames(panel_, frame_, plane_, labels_);
        if (plane_.query) PaintQuery();
        for (const Plane::Arrow& arrow : plane_.embeddings) PaintArrow(arrow);
        PaintLinesToSum();
        for (const Plane::Mark& key : plane_.keys) PaintKey(key);
        for (const Plane::Mark& value : plane_.values) PaintValue(value);
        PaintPath();
        for (size_t i = 0; i < plane_.embeddings.size(); ++i) PaintChip(i);
        if (plane_.hidden) PaintHidden();
        pen_.list.PopClipRect();
        pen_.In(colors_.line).Frame(frame_.area);
    }

private:
    float Px(float at_scale_1) const { return panel_.Px(at_scale_1); }
    ImVec2 At(PlanePoint p) const { return frame_.At(p); }

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
        const double wanted = static_cast<double>(Px(kLeastGrid)) / frame_.unit;
        const double power = std::pow(10.0, std::floor(std::log10(wanted)));
        double step = 10 * power;
        for (const double factor : {5.0, 2.0, 1.0}) {
            if (factor * power >= wanted) step = factor * power;
        }
        const PlanePoint low = frame_.PlaceOf({frame_.area.min.x, frame_.area.max.y});
        const PlanePoint high = frame_.PlaceOf({frame_.area.max.x, frame_.area.min.y});
        const ImU32 line = Faded(colors_.panel, 0.6f);
        // With extremely large numbers, lines could not be told apart.
        const double lines = std::max(high.x - low.x, high.y - low.y) / step;
        if (!(lines < kMostLines) || low.x + step == low.x || low.y + step == low.y) return;
        for (double x = std::ceil(low.x / step) * step; x <= high.x; x += step) {
            pen_.In(line).Vertical(At({x, 0}).x, frame_.area.min.y, frame_.area.max.y);
        }
        for (double y = std::ceil(low.y / step) * step; y <= high.y; y += step) {
            pen_.In(line).Horizontal(frame_.area.min.x, frame_.area.max.x, At({0, y}).y);
        }
        const ImVec2 origin = At({0, 0});
        pen_.In(colors_.ghost).Vertical(origin.x, frame_.area.min.y, frame_.area.max.y);
        pen_.In(colors_.ghost).Horizontal(frame_.area.min.x, frame_.area.max.x, origin.y);
    }

    // --- Vectors -----------------------------------------------------------------------------

    void PaintQuery() {
        const ImVec2 from = At({0, 0}), to = At(*plane_.query);
        pen_.list.AddLine(from, to, colors_.q.stroke, Px(kQueryBand));
        if (labels_.query) {
            pen_.In(FontRole::ContainerTitle, colors_.q.text)
                .WriteMiddle(labels_.query->center(), "q");
        }
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

    void PaintChip(size_t index) {
        const std::optional<Area>& chip = labels_.chips[index];
        if (!chip) return;
        DrawVocabularyChip(pen_, *chip, labels_.tokens[index]);
        if (plane_.view.token == plane_.embeddings[index].token) {
            pen_.Ring(chip->Grown(Px(2)), panel_.theme.metrics.chip_radius, 2);
        }
    }

    void PaintLinesToSum() {
        if (!plane_.weighted_sum || !plane_.has_weights) return;
        for (const Plane::Mark& value : plane_.values) {
            const float width = Px(kThinnest + kThickness * static_cast<float>(value.weight));
            pen_.list.AddLine(At(value.at), At(*plane_.weighted_sum), colors_.v.stroke, width);
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
        for (size_t i = 0; i < plane_.path.size(); ++i) {
            const ImVec2 at = At(plane_.path[i].at);
            pen_.In(colors_.block).Disc(at, kPastDisc);
            pen_.list.AddCircle(at, Px(kPastDisc), ink, 0, Px(1.5f));
            if (const std::optional<Area>& number = labels_.passes[i]) {
                pen_.In(ink).WriteMiddle(number->center(), std::to_string(plane_.path[i].pass));
            }
        }
    }

    void PaintHidden() {
        PaintSign(pen_, At(*plane_.hidden), PlaneSign::Hidden);
        if (labels_.hidden) {
            pen_.In(FontRole::ContainerTitle).WriteMiddle(labels_.hidden->center(), "h");
        }
    }

    const Panel& panel_;
    const PlaneFrame& frame_;
    const Plane& plane_;
    const PlaneLabels labels_;
    const Palette& colors_;
    Pen pen_;
};

}  // namespace

void PaintPlane(const Panel& panel, const PlaneFrame& frame, const Plane& plane) {
    Painter(panel, frame, plane).Paint();
}

}  // namespace decodescope
