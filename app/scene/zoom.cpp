#include "app/scene/zoom.h"

#include <algorithm>
#include <cmath>

namespace decodescope {
namespace {

constexpr float kLeastHeight = 20, kPadding = 8;

// The entries [first, end) along one axis that are between two places.
struct Span {
    int first, end;
};

Span Visible(float from, float size, int count, float low, float high) {
    const float step = size / static_cast<float>(count);
    return {std::clamp(static_cast<int>(std::floor((low - from) / step)), 0, count),
            std::clamp(static_cast<int>(std::ceil((high - from) / step)), 0, count)};
}

}  // namespace

std::vector<CellBox> NumbersInMaps(const Recording& recording, const Scene& scene,
                                   const Camera& camera, Point window, const SceneView& view) {
    std::vector<CellBox> boxes;
    const Point low = ToScene(camera, {0, 0}), high = ToScene(camera, window);
    for (const HeatMap& map : scene.maps) {
        const float width = map.place.width / static_cast<float>(map.columns) * camera.zoom;
        const float height = map.place.height / static_cast<float>(map.rows) * camera.zoom;
        const float shortest = static_cast<float>(view.numbers.decimals + 3) * 9 + kPadding;
        if (map.ghost || height < kLeastHeight || width < shortest) continue;
        const Span rows = Visible(map.place.y, map.place.height, map.rows, low.y, high.y);
        const Span columns = Visible(map.place.x, map.place.width, map.columns, low.x, high.x);
        for (int row = rows.first; row < rows.end; ++row) {
            for (int column = columns.first; column < columns.end; ++column) {
                Cell cell = map.first;
                cell.row += row;
                cell.column += column;
                if (!recording.Has(cell)) continue;
                CellBox box{.block = map.block,
                            .place = map.PlaceOf(row, column),
                            .cell = cell,
                            .number = FormatNumber(recording.At(cell), view.numbers),
                            .fill = map.scale == HeatScale::Signed ? Fill::SignedHeat
                                                                   : Fill::MagnitudeHeat};
                if (view.measure(TextStyle::Mono, box.number) + kPadding > width) continue;
                const size_t at = static_cast<size_t>(row * map.share_rows / map.rows) *
                                      static_cast<size_t>(map.share_columns) +
                                  static_cast<size_t>(column * map.share_columns / map.columns);
                box.share = map.shares[at];
                box.keeps_text_size = true;
                boxes.push_back(std::move(box));
            }
        }
    }
    return boxes;
}

}  // namespace decodescope
