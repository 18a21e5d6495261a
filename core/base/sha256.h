// SHA-256 (FIPS 180-4): 32 bytes that name other bytes. Whoever changes those, even on purpose,
// cannot keep the name.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace decodescope {

using Digest = std::array<std::uint8_t, 32>;

// Takes bytes piece by piece.
class Sha256 {
public:
    void Add(std::string_view bytes);

    // Of all that was added. Nothing can be added after it.
    Digest Finish();

private:
    void AddBlock(const std::uint8_t* block);  // [64]

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::uint8_t, 64> block_{};
    std::size_t filled_ = 0;    // bytes that the block has so far
    std::uint64_t length_ = 0;  // bytes added so far
};

Digest Sha256Of(std::string_view bytes);

// In hexadecimal, the first `digits` of 64.
std::string HexOf(const Digest& digest, std::size_t digits = 64);

}  // namespace decodescope
