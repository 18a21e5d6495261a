// IEEE 754 half precision: 1 bit of sign, 5 of exponent, 10 of fraction.
#pragma once

#include <bit>
#include <cstdint>

namespace decodescope {

inline float HalfToFloat(std::uint16_t half) {
    const std::uint32_t magnitude = half & 0x7FFFu, sign = std::uint32_t{half & 0x8000u} << 16;
    // 5 bits of exponent around 15 become 8 bits around 127; 10 bits of fraction become 23.
    const std::uint32_t normal = (magnitude << 13) + (112u << 23);
    const auto below_normal =
        std::bit_cast<std::uint32_t>(static_cast<float>(magnitude) * 0x1p-24f);
    const std::uint32_t infinite = (magnitude << 13) | 0x7F800000u;
    const std::uint32_t bits = magnitude < 0x0400u   ? below_normal
                               : magnitude < 0x7C00u ? normal
                                                     : infinite;
    return std::bit_cast<float>(sign | bits);
}

// The upper half of a float.
inline float BfloatToFloat(std::uint16_t bits) {
    return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

}  // namespace decodescope
