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

Rect Around(const Rect& a, const Rect& b) {
    const float left = std::min(a.x, b.x), top = std::min(a.y, b.y);
    return {left, top, std::max(a.right(), b.right()) - left,
            std::max(a.bottom(), b.bottom()) - top};
}

// Which rows or columns of a value belong to a position.
enum class Lies { Nowhere, InRow, InColumn };

Lies WhereLies(const Cell& cell, int position) {
    const TensorInfo& info = InfoOf(cell.tensor);
    if (info.columns == Axis::Vocabulary) return Lies::Nowhere;  // candidates are no position's own
    if (info.rows == Axis::Position && cell.row == position) return Lies::InRow;
    if (info.columns == Axis::KeyPosition && cell.column == position) return Lies::InColumn;
    return Lies::Nowhere;
}

// Joins places that belong together into one.
class Outlines {
public:
    void Add(BlockId block, TensorId tensor, Lies lies, const Rect& place) {
        for (Outline& known : outlines_) {
            if (known.block != block || known.tensor != tensor || known.lies != lies) continue;
            known.place = Around(known.place, place);
            return;
        }
        outlines_.push_back({block, tensor, lies, place});
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
        Lies lies;
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
        const Lies lies = WhereLies(box.cell, position);
        if (box.kind == CellKind::Number && lies != Lies::Nowhere) {
            outlines.Add(box.block, box.cell.tensor, lies, box.place);
        }
    }
    for (const HeatMap& map : scene.maps) {
        if (map.ghost) continue;
        const TensorInfo& info = InfoOf(map.first.tensor);
        const int row = position - map.first.row, column = position - map.first.column;
        if (info.rows == Axis::Position && 0 <= row && row < map.rows) {
            const Rect place = map.PlaceOf(row, 0);
            outlines.Add(map.block, map.first.tensor, Lies::InRow,
                         {map.place.x, place.y, map.place.width, place.height});
        }
        if (info.columns == Axis::KeyPosition && 0 <= column && column < map.columns) {
            const Rect place = map.PlaceOf(0, column);
            outlines.Add(map.block, map.first.tensor, Lies::InColumn,
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
