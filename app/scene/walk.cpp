#include "app/scene/walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/scene/heat.h"
#include "app/scene/pick.h"

namespace decodescope {
namespace {

struct Spot {
    BlockId block;
    Rect place;
    const HeatMap* map = nullptr;  // that it is in
};

std::optional<Spot> SpotOf(const Scene& scene, const Cell& cell) {
    for (const CellBox& box : scene.cells) {
        if (box.kind == CellKind::Number && box.cell == cell) return Spot{box.block, box.place};
    }
    for (const HeatMap& map : scene.maps) {
        if (!Holds(map, cell)) continue;
        return Spot{map.block,
                    map.PlaceOf(cell.row - map.first.row, cell.column - map.first.column), &map};
    }
    return std::nullopt;
}

// How far a place is in a direction, sideways counting more; infinity if it is not in it.
float DistanceTo(const Rect& from, Point to, int dx, int dy) {
    constexpr float kSideways = 3;
    const Point middle = from.center();
    const float x = to.x - middle.x, y = to.y - middle.y;
    const float along = dx != 0 ? x * static_cast<float>(dx) : y * static_cast<float>(dy);
    const float across = dx != 0 ? std::abs(y) : std::abs(x);
    if (along < 0.5f) return std::numeric_limits<float>::infinity();
    return along + kSideways * across;
}

// The entry of a map that is nearest to a point.
Point NearestEntry(const HeatMap& map, Point to) {
    const float width = map.place.width / static_cast<float>(map.columns);
    const float height = map.place.height / static_cast<float>(map.rows);
    const auto middle = [](float at, float from, float step, int count) {
        const float index =
            std::clamp(std::floor((at - from) / step), 0.0f, static_cast<float>(count - 1));
        return from + (index + 0.5f) * step;
    };
    return {middle(to.x, map.place.x, width, map.columns),
            middle(to.y, map.place.y, height, map.rows)};
}

std::optional<Cell> StepInMap(const Scene& scene, const HeatMap& map, const Cell& from, int dx,
                              int dy) {
    Cell next = from;
    next.row += dy;
    next.column += dx;
    if (!Holds(map, next)) return std::nullopt;
    return PickCell(scene,
                    map.PlaceOf(next.row - map.first.row, next.column - map.first.column).center());
}

// Blocks with something to walk on, in their order.
std::vector<BlockId> WalkableBlocks(const Scene& scene) {
    std::array<bool, kBlockCount> has{};
    for (const CellBox& box : scene.cells) {
        has[static_cast<size_t>(box.block)] |= box.kind == CellKind::Number;
    }
    for (const HeatMap& map : scene.maps) has[static_cast<size_t>(map.block)] |= !map.ghost;
    std::vector<BlockId> blocks;
    for (size_t i = 0; i < kBlockCount; ++i) {
        if (has[i]) blocks.push_back(static_cast<BlockId>(i));
    }
    return blocks;
}

// The upper left cell of a block: the first by rows.
std::optional<Cell> FirstCellOf(const Scene& scene, BlockId block) {
    for (const CellBox& box : scene.cells) {
        if (box.block == block && box.kind == CellKind::Number) return box.cell;
    }
    for (const HeatMap& map : scene.maps) {
        if (map.block == block && !map.ghost) return map.first;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Cell> Neighbour(const Scene& scene, const Cell& from, int dx, int dy) {
    const std::optional<Spot> spot = SpotOf(scene, from);
    if (!spot) return std::nullopt;
    if (spot->map) {
        if (const auto next = StepInMap(scene, *spot->map, from, dx, dy)) return next;
    }
    float nearest = std::numeric_limits<float>::infinity();
    std::optional<Cell> found;
    for (const CellBox& box : scene.cells) {
        if (box.block != spot->block || box.kind != CellKind::Number) continue;
        const float distance = DistanceTo(spot->place, box.place.center(), dx, dy);
        if (distance < nearest) {
            nearest = distance;
            found = box.cell;
        }
    }
    for (const HeatMap& map : scene.maps) {
        if (map.block != spot->block || map.ghost || &map == spot->map) continue;
        const Point entry = NearestEntry(map, spot->place.center());
        const float distance = DistanceTo(spot->place, entry, dx, dy);
        if (distance >= nearest) continue;
        if (const auto cell = PickCell(scene, entry)) {
            nearest = distance;
            found = cell;
        }
    }
    return found;
}

std::optional<Cell> CellOfNextBlock(const Scene& scene, const std::optional<Cell>& from, int by) {
    const std::vector<BlockId> blocks = WalkableBlocks(scene);
    if (blocks.empty()) return std::nullopt;
    const std::optional<Spot> spot = from ? SpotOf(scene, *from) : std::nullopt;
    if (!spot) return FirstCellOf(scene, by > 0 ? blocks.front() : blocks.back());
    const auto count = static_cast<int>(blocks.size());
    const auto at = static_cast<int>(std::ranges::find(blocks, spot->block) - blocks.begin());
    return FirstCellOf(scene, blocks[static_cast<size_t>((at + by + count) % count)]);
}

bool IsLastBlock(const Scene& scene, const Cell& cell, int by) {
    const std::vector<BlockId> blocks = WalkableBlocks(scene);
    const std::optional<Spot> spot = SpotOf(scene, cell);
    if (by == 0 || blocks.empty() || !spot) return false;
    return spot->block == (by > 0 ? blocks.back() : blocks.front());
}

}  // namespace decodescope
