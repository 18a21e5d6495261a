// Numbers as bytes, the lowest first (little endian), whatever the machine or the locale.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/base/numbers.h"

namespace decodescope {

// The unsigned whole number that has the bits of a number of the same size.
template <class T>
auto BitsOf(T number) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
    if constexpr (sizeof(T) == 4)
        return std::bit_cast<std::uint32_t>(number);
    else
        return std::bit_cast<std::uint64_t>(number);
}

// Appends a number of four or eight bytes.
template <class T>
void AppendBytes(std::string& bytes, T number) {
    const auto bits = BitsOf(number);
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        bytes += static_cast<char>(bits >> (8 * i) & 0xff);
    }
}

// Appends each number of a row, in the row's precision. What is not a number has many forms, which
// mean nothing and differ between processors: all are written as one.
inline void AppendRow(std::string& bytes, Numbers row) {
    for (int i = 0; i < row.size(); ++i) {
        const double number =
            std::isnan(row[i]) ? std::numeric_limits<double>::quiet_NaN() : row[i];
        if (row.precision() == Precision::Float64)
            AppendBytes(bytes, number);
        else
            AppendBytes(bytes, static_cast<float>(number));
    }
}

// The number at the start of some bytes, which must be long enough.
template <class T>
T NumberAt(std::string_view bytes) {
    decltype(BitsOf(T{})) bits = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        bits |= static_cast<decltype(bits)>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    }
    return std::bit_cast<T>(bits);
}

// The same of a number of some precision.
inline double NumberAt(std::string_view bytes, Precision precision) {
    return precision == Precision::Float64 ? NumberAt<double>(bytes) : NumberAt<float>(bytes);
}

}  // namespace decodescope
