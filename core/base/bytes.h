// Numbers as bytes, the lowest first (little endian), whatever the machine or the locale.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

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

// The number that stands at the beginning of some bytes, which must be long enough.
template <class T>
T NumberAt(std::string_view bytes) {
    decltype(BitsOf(T{})) bits = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        bits |= static_cast<decltype(bits)>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    }
    return std::bit_cast<T>(bits);
}

}  // namespace decodescope
