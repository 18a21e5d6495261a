#include "app/scene/pick.h"

#include <algorithm>

#include "app/scene/heat.h"

namespace decodescope {
namespace {

// Whether the cell's group shows nothing, or the cell is the future of its row.
bool IsMasked(const HeatMap& map, const Cell& cell) {
    const bool is_per_key = InfoOf(cell.value).columns == Axis::KeyPosition;
    if (is_per_key && cell.column > cell.row) return true;
    const int row = (cell.row - map.first.row) * map.share_rows / map.rows;
    const int column = (cell.column - map.first.column) * map.share_columns / map.columns;
    return map.shares[static_cast<size_t>(row) * static_cast<size_t>(map.share_columns) +
                      static_cast<size_t>(column)] == kMaskedShare;
}

int Index(float offset, float size, int count) {
    return std::clamp(static_cast<int>(offset / size * static_cast<float>(count)), 0, count - 1);
}

}  // namespace

std::optional<Cell> PickCell(const Scene& scene, Point point) {
    for (const CellBox& box : scene.cells) {
        if (box.kind == CellKind::Number && box.place.Contains(point)) return box.cell;
    }
    for (const HeatMap& map : scene.maps) {
        if (map.ghost || !map.place.Contains(point)) continue;
        Cell cell = map.first;
        cell.row += Index(point.y - map.place.y, map.place.height, map.rows);
        cell.column += Index(point.x - map.place.x, map.place.width, map.columns);
        if (!IsMasked(map, cell)) return cell;
    }
    return std::nullopt;
}

std::optional<Choice> PickChoice(const Scene& scene, Point point) {
    for (const Choice& choice : scene.choices) {
        if (choice.place.Contains(point)) return choice;
    }
    return std::nullopt;
}

std::vector<Rect> PlacesOf(const Scene& scene, const Cell& cell) {
    std::vector<Rect> places;
    for (const CellBox& box : scene.cells) {
        if (box.kind == CellKind::Number && box.cell == cell) places.push_back(box.place);
    }
    for (const HeatMap& map : scene.maps) {
        if (Holds(map, cell)) {
            places.push_back(map.PlaceOf(cell.row - map.first.row, cell.column - map.first.column));
        }
    }
    return places;
}

}  // namespace decodescope
