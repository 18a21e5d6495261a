#include "app/scene/heat.h"

#include <algorithm>
#include <cmath>

namespace decodescope {
namespace {

// Whether a share, which may be masked, replaces another one as the largest of their group.
bool IsLarger(float share, float than) {
    if (than == kMaskedShare) return true;
    if (share == kMaskedShare || std::isnan(than)) return false;
    return std::isnan(share) || std::abs(share) > std::abs(than);
}

// Puts the first `count` entries of a row of `columns` into its row of groups.
void Group(const float* row, int count, int columns, float* groups, int group_count) {
    for (int group = 0; group < group_count; ++group) {
        // The columns c with c * group_count / columns == group.
        const int first = (group * columns + group_count - 1) / group_count;
        const int end = std::min(((group + 1) * columns + group_count - 1) / group_count, count);
        if (first >= end) return;
        float largest = groups[group];
        for (int column = first; column < end; ++column) {
            if (IsLarger(row[column], largest)) largest = row[column];
        }
        groups[group] = largest;
    }
}

void MakeRoom(HeatMap& map, int most_rows, int most_columns) {
    map.share_rows = std::min(map.rows, most_rows);
    map.share_columns = std::min(map.columns, most_columns);
    map.shares.assign(static_cast<size_t>(map.share_rows) * static_cast<size_t>(map.share_columns),
                      kMaskedShare);
}

// The tensor whose range a tensor shares: the forms of q, k and v each have one.
TensorId ComparedWith(TensorId tensor) {
    switch (InfoOf(tensor).qkv) {
        case Qkv::Q: return TensorId::Q;
        case Qkv::K: return TensorId::K;
        case Qkv::V: return TensorId::V;
        case Qkv::None: break;
    }
    return tensor;
}

// A finite number: neither masked, which is the largest float, nor beyond it, nor NaN.
bool IsCounted(float share) { return std::abs(share) < kMaskedShare; }

}  // namespace

void FillMap(const Recording& recording, HeatMap& map, int most_rows, int most_columns) {
    MakeRoom(map, most_rows, most_columns);
    const bool is_whole = map.share_rows == map.rows && map.share_columns == map.columns;
    std::vector<float> row(static_cast<size_t>(map.columns));
    Cell cell = map.first;
    for (int i = 0; i < map.rows; ++i, ++cell.row) {
        if (!recording.Has(cell)) continue;
        const Numbers numbers = recording.Row(cell.tensor, cell.layer, cell.head, cell.row);
        const int count = std::min(numbers.size() - cell.column, map.columns);
        const int to_row = is_whole ? i : i * map.share_rows / map.rows;
        float* shares = map.shares.data() +
                        static_cast<size_t>(to_row) * static_cast<size_t>(map.share_columns);
        if (is_whole) {
            numbers.Slice(cell.column, count).CopyTo(shares);
            continue;
        }
        numbers.Slice(cell.column, count).CopyTo(row.data());
        Group(row.data(), count, map.columns, shares, map.share_columns);
    }
}

HeatMap Reduced(const HeatMap& map, int most_rows, int most_columns) {
    if (map.share_rows <= most_rows && map.share_columns <= most_columns) return map;
    HeatMap reduced = map;
    reduced.rows = map.share_rows;
    reduced.columns = map.share_columns;
    MakeRoom(reduced, most_rows, most_columns);
    for (int row = 0; row < map.share_rows; ++row) {
        const int to_row = row * reduced.share_rows / map.share_rows;
        Group(map.shares.data() + static_cast<size_t>(row) * static_cast<size_t>(map.share_columns),
              map.share_columns, map.share_columns,
              reduced.shares.data() +
                  static_cast<size_t>(to_row) * static_cast<size_t>(reduced.share_columns),
              reduced.share_columns);
    }
    reduced.rows = map.rows;
    reduced.columns = map.columns;
    return reduced;
}

Ranges ShareMaps(std::vector<HeatMap>& maps) {
    Ranges ranges{};
    for (const HeatMap& map : maps) {
        float& largest = ranges[static_cast<size_t>(ComparedWith(map.first.tensor))];
        for (const float share : map.shares) {
            if (IsCounted(share)) largest = std::max(largest, std::abs(share));
        }
    }
    for (HeatMap& map : maps) {
        ShareMap(map, RangeOf(ranges, map.first.tensor));
    }
    return ranges;
}

void ShareMap(HeatMap& map, float range) {
    const bool is_signed = map.scale == HeatScale::Signed;
    for (float& share : map.shares) {
        if (IsCounted(share)) {
            share = range > 0 ? share / range : 0;  // the inverse of a tiny range is infinite
            if (!is_signed) share = std::sqrt(std::max(share, 0.0f));
        } else if (std::isinf(share)) {
            share = share > 0 ? 1.0f : -1.0f;
        }
    }
}

float RangeOf(const Ranges& ranges, TensorId tensor) {
    return ranges[static_cast<size_t>(ComparedWith(tensor))];
}

bool Holds(const HeatMap& map, const Cell& cell) {
    return !map.ghost && cell.tensor == map.first.tensor && cell.layer == map.first.layer &&
           cell.head == map.first.head && cell.row >= map.first.row &&
           cell.row < map.first.row + map.rows && cell.column >= map.first.column &&
           cell.column < map.first.column + map.columns;
}

}  // namespace decodescope
