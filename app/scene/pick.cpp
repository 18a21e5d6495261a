#include "app/scene/pick.h"

#include <algorithm>

#include "app/scene/heat.h"

namespace decodescope {
namespace {

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
        const int row = Index(point.y - map.place.y, map.place.height, map.rows);
        const int column = Index(point.x - map.place.x, map.place.width, map.columns);
        const size_t at = static_cast<size_t>(row) * static_cast<size_t>(map.columns) +
                          static_cast<size_t>(column);
        if (map.shares[at] == kMaskedShare) continue;
        Cell cell = map.first;
        cell.row += row;
        cell.column += column;
        return cell;
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
