// How a weight is stored in the file that a model was read from: as it is, or as small whole
// numbers in blocks that share a scale.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/cell.h"

namespace decodescope {

// The number is the product of its factors, plus or minus that of its offset if it has one:
//
//   F16            0.0312
//   Q4_0           0.0078 · 4
//   Q4_1           0.0078 · 4 + 0.5
//   Q4_K           d · scale · 4 − dmin · minimum
struct StoredNumber {
    std::string_view type;              // "Q4_0", a constant
    std::optional<std::int64_t> block;  // of its tensor, from 0; none where numbers are single
    std::vector<double> factors;
    std::vector<double> offset;  // empty: none
    bool is_offset_subtracted = false;

    double Value() const;
};

// Where the number of a parameter came from; nothing where it is in no file.
using StoredAt = std::function<std::optional<StoredNumber>(const Cell&)>;

}  // namespace decodescope
