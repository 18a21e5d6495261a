#include "app/scene/pick.h"

#include <algorithm>

#include "app/scene/heat.h"

namespace decodescope {
namespace {

// Whether the cell's group shows nothing, or the cell is the future of its row.
bool IsMasked(const HeatMap& map, const Cell& cell) {
    const bool is_per_key = InfoOf(cell.tensor).columns == Axis::KeyPosition;
    if (is_per_key && cell.column > cell.row) return true;
    const int row = (cell.row - map.first.row) * map.share_rows / map.rows;
    const int column = (cell.column - map.first.column) * map.share_columns / map.columns;
    return map.shares[static_cast<size_t>(row) * static_cast<size_t>(map.share_columns) +
                      static_cast<size_t>(column)] == kMaskedShare;
}

int Index(float offset, float size, int count) {
    return std::clamp(static_cast<int>(offset / size * static_cast<float>(count)), 0, count - 1);
}

// Whether a cell belongs to a position by its row or by its column.
enum class Line { None, Row, Column };

Line LineOf(const Cell& cell, int position) {
    const TensorInfo& info = InfoOf(cell.tensor);
    if (info.columns == Axis::Vocabulary) return Line::None;  // candidates belong to no position
    if (info.rows == Axis::Position && cell.row == position) return Line::Row;
    if (info.columns == Axis::KeyPosition && cell.column == position) return Line::Column;
    return Line::None;
}

// Joins the places of one line of a tensor in a block into one.
class Outlines {
public:
    void Add(BlockId block, TensorId tensor, Line line, const Rect& place) {
        for (Outline& known : outlines_) {
            if (known.block != block || known.tensor != tensor || known.line != line) continue;
            known.place = known.place.Joined(place);
            return;
        }
        outlines_.push_back({block, tensor, line, place});
    }

    std::vector<Rect> Places() const {
        std::vector<Rect> places;
        for (const Outline& outline : outlines_) places.push_back(outline.place);
        return places;
    }

private:
    struct Outline {
        BlockId block;
        TensorId tensor;
        Line line;
        Rect place;
    };
    std::vector<Outline> outlines_;
};

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

std::vector<Rect> PlacesOfPosition(const Scene& scene, int position) {
    Outlines outlines;
    for (const CellBox& box : scene.cells) {
        const Line line = LineOf(box.cell, position);
        if (box.kind == CellKind::Number && line != Line::None) {
            outlines.Add(box.block, box.cell.tensor, line, box.place);
        }
    }
    for (const HeatMap& map : scene.maps) {
        if (map.ghost) continue;
        const TensorInfo& info = InfoOf(map.first.tensor);
        const int row = position - map.first.row, column = position - map.first.column;
        if (info.rows == Axis::Position && 0 <= row && row < map.rows) {
            const Rect place = map.PlaceOf(row, 0);
            outlines.Add(map.block, map.first.tensor, Line::Row,
                         {map.place.x, place.y, map.place.width, place.height});
        }
        if (info.columns == Axis::KeyPosition && 0 <= column && column < map.columns) {
            const Rect place = map.PlaceOf(0, column);
            outlines.Add(map.block, map.first.tensor, Line::Column,
                         {place.x, map.place.y, place.width, map.place.height});
        }
    }
    std::vector<Rect> places = outlines.Places();
    for (const Tag& tag : scene.tags) {
        if (tag.at == position) places.push_back(tag.place);
    }
    return places;
}

std::optional<int> PickPosition(const Scene& scene, Point point) {
    for (const Tag& tag : scene.tags) {
        if (tag.at >= 0 && tag.place.Contains(point)) return tag.at;
    }
    return std::nullopt;
}

}  // namespace decodescope
