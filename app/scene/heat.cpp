#include "app/scene/heat.h"

#include <algorithm>
#include <cmath>

namespace decodescope {
namespace {

bool IsLarger(float share, float than) {
    if (than == kMaskedShare) return true;
    if (share == kMaskedShare || std::isnan(than)) return false;
    return std::isnan(share) || std::abs(share) > std::abs(than);
}

}  // namespace

HeatMap Reduced(const HeatMap& map, int most_rows, int most_columns) {
    if (map.rows <= most_rows && map.columns <= most_columns) return map;
    HeatMap reduced{.block = map.block,
                    .place = map.place,
                    .first = map.first,
                    .scale = map.scale,
                    .shares = {}};
    reduced.rows = std::min(map.rows, most_rows);
    reduced.columns = std::min(map.columns, most_columns);
    reduced.shares.assign(static_cast<size_t>(reduced.rows) * static_cast<size_t>(reduced.columns),
                          kMaskedShare);
    const float* share = map.shares.data();
    for (int row = 0; row < map.rows; ++row) {
        const int to_row = row * reduced.rows / map.rows;
        float* line = reduced.shares.data() +
                      static_cast<size_t>(to_row) * static_cast<size_t>(reduced.columns);
        for (int column = 0; column < map.columns; ++column, ++share) {
            float& kept = line[column * reduced.columns / map.columns];
            if (IsLarger(*share, kept)) kept = *share;
        }
    }
    return reduced;
}

bool Holds(const HeatMap& map, const Cell& cell) {
    return !map.ghost && cell.value == map.first.value && cell.layer == map.first.layer &&
           cell.head == map.first.head && cell.row >= map.first.row &&
           cell.row < map.first.row + map.rows && cell.column >= map.first.column &&
           cell.column < map.first.column + map.columns;
}

}  // namespace decodescope
