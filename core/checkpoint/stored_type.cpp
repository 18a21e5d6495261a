#include "core/checkpoint/stored_type.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace decodescope {
namespace {

// --- Bytes ---------------------------------------------------------------------------------------

unsigned ByteAt(const char* bytes, int i) { return static_cast<unsigned char>(bytes[i]); }
int SignedByteAt(const char* bytes, int i) { return static_cast<signed char>(bytes[i]); }

std::uint16_t Unsigned16At(const char* bytes) {
    return static_cast<std::uint16_t>(ByteAt(bytes, 0) | ByteAt(bytes, 1) << 8);
}
std::uint32_t Unsigned32At(const char* bytes) {
    return ByteAt(bytes, 0) | ByteAt(bytes, 1) << 8 | ByteAt(bytes, 2) << 16 |
           std::uint32_t{ByteAt(bytes, 3)} << 24;
}
float HalfAt(const char* bytes) { return HalfToFloat(Unsigned16At(bytes)); }

// --- Single numbers ------------------------------------------------------------------------------

void DequantizeF32(const char* bytes, std::int64_t count, float* to) {
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = std::bit_cast<float>(Unsigned32At(bytes + 4 * i));
}
void DequantizeF16(const char* bytes, std::int64_t count, float* to) {
    for (std::int64_t i = 0; i < count; ++i) to[i] = HalfAt(bytes + 2 * i);
}
void DequantizeBf16(const char* bytes, std::int64_t count, float* to) {
    for (std::int64_t i = 0; i < count; ++i) to[i] = BfloatToFloat(Unsigned16At(bytes + 2 * i));
}

// --- Blocks of 32: the scale d, then perhaps the offset m, then perhaps the fifth bits, then four
// bits of each number, those of the first half being the low ones of each byte.
// ---------------------

constexpr int kSmallBlock = 32, kHalfBlock = 16;

struct SmallBlock {
    bool has_offset;     // m
    bool has_fifth_bit;  // a bit of each number, in four bytes
    int zero;            // is subtracted from each number

    int FifthBitsAt() const { return has_offset ? 4 : 2; }
    int FourBitsAt() const { return FifthBitsAt() + (has_fifth_bit ? 4 : 0); }
    int Bytes() const { return FourBitsAt() + kHalfBlock; }
};

constexpr SmallBlock kQ4_0{false, false, 8}, kQ4_1{true, false, 0};
constexpr SmallBlock kQ5_0{false, true, 16}, kQ5_1{true, true, 0};

// The whole number of a block, its zero subtracted.
template <SmallBlock kind>
int WholeIn(const char* block, int index) {
    const int byte = kind.FourBitsAt() + index % kHalfBlock;
    const unsigned four = index < kHalfBlock ? ByteAt(block, byte) & 15 : ByteAt(block, byte) >> 4;
    unsigned number = four;
    if constexpr (kind.has_fifth_bit) {
        const std::uint32_t fifth_bits = Unsigned32At(block + kind.FifthBitsAt());
        number |= (fifth_bits >> index & 1) << 4;
    }
    return static_cast<int>(number) - kind.zero;
}

template <SmallBlock kind>
void DequantizeSmall(const char* bytes, std::int64_t blocks, float* to) {
    for (std::int64_t b = 0; b < blocks; ++b, bytes += kind.Bytes(), to += kSmallBlock) {
        const float d = HalfAt(bytes), m = kind.has_offset ? HalfAt(bytes + 2) : 0.0f;
        for (int i = 0; i < kSmallBlock; ++i) {
            to[i] = static_cast<float>(WholeIn<kind>(bytes, i)) * d;
            if constexpr (kind.has_offset) to[i] += m;
        }
    }
}

template <SmallBlock kind>
StoredNumber NumberInSmall(const char* block, int index) {
    StoredNumber number;
    number.factors = {static_cast<double>(HalfAt(block)),
                      static_cast<double>(WholeIn<kind>(block, index))};
    if (kind.has_offset) number.offset = {static_cast<double>(HalfAt(block + 2))};
    return number;
}

// Q8_0: the scale d, then a signed byte for each number.
constexpr int kQ8_0Bytes = 2 + kSmallBlock;

void DequantizeQ8_0(const char* bytes, std::int64_t blocks, float* to) {
    for (std::int64_t b = 0; b < blocks; ++b, bytes += kQ8_0Bytes, to += kSmallBlock) {
        const float d = HalfAt(bytes);
        for (int i = 0; i < kSmallBlock; ++i) {
            to[i] = static_cast<float>(SignedByteAt(bytes + 2, i)) * d;
        }
    }
}

StoredNumber NumberInQ8_0(const char* block, int index) {
    StoredNumber number;
    number.factors = {static_cast<double>(HalfAt(block)),
                      static_cast<double>(SignedByteAt(block + 2, index))};
    return number;
}

// --- Blocks of 256 -------------------------------------------------------------------------------

constexpr int kLargeBlock = 256;

// Q4_K and Q5_K: d and dmin, 12 bytes of scales and minima, with Q5_K 32 bytes of fifth bits, then
// 128 bytes of four bits: 32 bytes hold numbers 0 to 31 low and 32 to 63 high, and so on.
constexpr int kScalesAt = 4, kAfterScales = 16, kFifthBits = 32, kFourBits = 128;
constexpr int Q4_KBytes() { return kAfterScales + kFourBits; }
constexpr int Q5_KBytes() { return kAfterScales + kFifthBits + kFourBits; }

struct ScaleAndMinimum {
    int scale, minimum;
};

// Those of a group of 32 numbers, 6 bits each: of the first four groups in bytes 0 to 3 and 4 to 7;
// of the others four bits in bytes 8 to 11, and two more at the top of the bytes of the first.
ScaleAndMinimum ScaleOfGroup(const char* scales, int group) {
    const auto byte = [&](int i) { return static_cast<int>(ByteAt(scales, i)); };
    if (group < 4) return {byte(group) & 63, byte(group + 4) & 63};
    return {(byte(group + 4) & 15) | (byte(group - 4) >> 6) << 4,
            byte(group + 4) >> 4 | (byte(group) >> 6) << 4};
}

template <bool kHasFifthBit>
int WholeInK(const char* block, int index) {
    const int group = index / 32, in_group = index % 32;
    const int four_bits_at = kAfterScales + (kHasFifthBit ? kFifthBits : 0);
    const unsigned byte = ByteAt(block, four_bits_at + group / 2 * 32 + in_group);
    unsigned number = group % 2 == 0 ? byte & 15 : byte >> 4;
    if constexpr (kHasFifthBit)
        number |= (ByteAt(block, kAfterScales + in_group) >> group & 1) << 4;
    return static_cast<int>(number);
}

template <bool kHasFifthBit>
void DequantizeK(const char* bytes, std::int64_t blocks, float* to) {
    constexpr int kBytes = kHasFifthBit ? Q5_KBytes() : Q4_KBytes();
    for (std::int64_t b = 0; b < blocks; ++b, bytes += kBytes) {
        const float d = HalfAt(bytes), dmin = HalfAt(bytes + 2);
        for (int group = 0; group < kLargeBlock / 32; ++group, to += 32) {
            const ScaleAndMinimum of = ScaleOfGroup(bytes + kScalesAt, group);
            const float scale = d * static_cast<float>(of.scale);
            const float minimum = dmin * static_cast<float>(of.minimum);
            for (int i = 0; i < 32; ++i) {
                const int whole = WholeInK<kHasFifthBit>(bytes, group * 32 + i);
                to[i] = scale * static_cast<float>(whole) - minimum;
            }
        }
    }
}

template <bool kHasFifthBit>
StoredNumber NumberInK(const char* block, int index) {
    const ScaleAndMinimum of = ScaleOfGroup(block + kScalesAt, index / 32);
    StoredNumber number;
    number.factors = {static_cast<double>(HalfAt(block)), static_cast<double>(of.scale),
                      static_cast<double>(WholeInK<kHasFifthBit>(block, index))};
    number.offset = {static_cast<double>(HalfAt(block + 2)), static_cast<double>(of.minimum)};
    number.is_offset_subtracted = true;
    return number;
}

// Q6_K: 128 bytes of four bits, 64 bytes of two bits, 16 signed scales, d. The numbers come in two
// halves of 128, each four rows of 32: rows 0 and 1 have the low four bits of 64 bytes, rows 2 and
// 3 the high ones; of 32 bytes of two bits, row r has those at 2r.
constexpr int kTwoBitsAt = 128, kQ6ScalesAt = 192, kQ6ScaleAt = 208, kQ6_KBytes = 210;

int WholeInQ6_K(const char* block, int index) {
    const int half = index / 128, row = index % 128 / 32, column = index % 32;
    const unsigned byte = ByteAt(block, half * 64 + row % 2 * 32 + column);
    const unsigned four = row < 2 ? byte & 15 : byte >> 4;
    const unsigned two = ByteAt(block, kTwoBitsAt + half * 32 + column) >> (2 * row) & 3;
    return static_cast<int>(four | two << 4) - 32;
}

void DequantizeQ6_K(const char* bytes, std::int64_t blocks, float* to) {
    for (std::int64_t b = 0; b < blocks; ++b, bytes += kQ6_KBytes, to += kLargeBlock) {
        const float d = HalfAt(bytes + kQ6ScaleAt);
        for (int i = 0; i < kLargeBlock; ++i) {
            const float scale = d * static_cast<float>(SignedByteAt(bytes + kQ6ScalesAt, i / 16));
            to[i] = scale * static_cast<float>(WholeInQ6_K(bytes, i));
        }
    }
}

StoredNumber NumberInQ6_K(const char* block, int index) {
    StoredNumber number;
    number.factors = {static_cast<double>(HalfAt(block + kQ6ScaleAt)),
                      static_cast<double>(SignedByteAt(block + kQ6ScalesAt, index / 16)),
                      static_cast<double>(WholeInQ6_K(block, index))};
    return number;
}

// --- The table -----------------------------------------------------------------------------------

constexpr std::optional<std::uint32_t> kNotInGguf = std::nullopt;

// clang-format off
constexpr StoredType kTypes[] = {
    // name       GGUF        safetensors  numbers       bytes       how they are read
    {"F32",       0,          "F32",       1,            4,          DequantizeF32},
    {"F16",       1,          "F16",       1,            2,          DequantizeF16,          nullptr,             StoredForm::F16},
    {"BF16",      30,         "BF16",      1,            2,          DequantizeBf16,         nullptr,             StoredForm::BF16},
    {"Q8_0",      8,          "",          kSmallBlock,  kQ8_0Bytes, DequantizeQ8_0,         NumberInQ8_0,        StoredForm::Q8_0},
    {"Q4_0",      2,          "",          kSmallBlock,  18,         DequantizeSmall<kQ4_0>, NumberInSmall<kQ4_0>},
    {"Q4_1",      3,          "",          kSmallBlock,  20,         DequantizeSmall<kQ4_1>, NumberInSmall<kQ4_1>},
    {"Q5_0",      6,          "",          kSmallBlock,  22,         DequantizeSmall<kQ5_0>, NumberInSmall<kQ5_0>},
    {"Q5_1",      7,          "",          kSmallBlock,  24,         DequantizeSmall<kQ5_1>, NumberInSmall<kQ5_1>},
    {"Q4_K",      12,         "",          kLargeBlock,  144,        DequantizeK<false>,     NumberInK<false>},
    {"Q5_K",      13,         "",          kLargeBlock,  176,        DequantizeK<true>,      NumberInK<true>},
    {"Q6_K",      14,         "",          kLargeBlock,  kQ6_KBytes, DequantizeQ6_K,         NumberInQ6_K},
    // Known, so that a file that has one says which.
    {"F64",       28,         "F64",       1,            8},
    {"I8",        24,         "I8",        1,            1},
    {"I16",       25,         "I16",       1,            2},
    {"I32",       26,         "I32",       1,            4},
    {"I64",       27,         "I64",       1,            8},
    {"U8",        kNotInGguf, "U8",        1,            1},
    {"U16",       kNotInGguf, "U16",       1,            2},
    {"U32",       kNotInGguf, "U32",       1,            4},
    {"U64",       kNotInGguf, "U64",       1,            8},
    {"BOOL",      kNotInGguf, "BOOL",      1,            1},
    {"F8_E4M3",   kNotInGguf, "F8_E4M3",   1,            1},
    {"F8_E5M2",   kNotInGguf, "F8_E5M2",   1,            1},
    {"Q8_1",      9,          "",          32,           36},
    {"Q2_K",      10,         "",          256,          84},
    {"Q3_K",      11,         "",          256,          110},
    {"Q8_K",      15,         "",          256,          292},
    {"IQ2_XXS",   16,         "",          256,          66},
    {"IQ2_XS",    17,         "",          256,          74},
    {"IQ3_XXS",   18,         "",          256,          98},
    {"IQ1_S",     19,         "",          256,          50},
    {"IQ4_NL",    20,         "",          32,           18},
    {"IQ3_S",     21,         "",          256,          110},
    {"IQ2_S",     22,         "",          256,          82},
    {"IQ4_XS",    23,         "",          256,          136},
    {"IQ1_M",     29,         "",          256,          56},
    {"TQ1_0",     34,         "",          256,          54},
    {"TQ2_0",     35,         "",          256,          66},
    {"MXFP4",     39,         "",          32,           17},
};
// clang-format on

}  // namespace

std::span<const StoredType> StoredTypes() { return kTypes; }

const StoredType* StoredTypeOfGguf(std::uint32_t number) {
    const auto* const found = std::ranges::find(kTypes, std::optional(number), &StoredType::gguf);
    return found == std::end(kTypes) ? nullptr : found;
}

const StoredType* StoredTypeOfSafetensors(std::string_view name) {
    if (name.empty()) return nullptr;
    const auto* const found = std::ranges::find(kTypes, name, &StoredType::safetensors);
    return found == std::end(kTypes) ? nullptr : found;
}

std::string ReadStoredTypes() {
    std::string names;
    const auto count = std::ranges::count_if(kTypes, &StoredType::is_read);
    std::ptrdiff_t i = 0;
    for (const StoredType& type : kTypes) {
        if (!type.is_read()) continue;
        names += (i == 0 ? "" : i + 1 == count ? " and " : ", ") + std::string(type.name);
        ++i;
    }
    return names;
}

StoredNumber StoredNumberAt(const StoredType& type, const char* bytes, std::int64_t index) {
    const std::int64_t block = index / type.block_numbers;
    const char* const start = bytes + block * type.block_bytes;
    StoredNumber number;
    if (type.number_in != nullptr) {
        number = type.number_in(start, static_cast<int>(index % type.block_numbers));
        number.block = block;
    } else {
        float single = 0;
        type.dequantize(start, 1, &single);
        number.factors = {static_cast<double>(single)};
    }
    number.type = type.name;
    return number;
}

}  // namespace decodescope
