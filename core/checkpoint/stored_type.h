// The types in which files store weights, and how each becomes a number.
//
// Blocks of 32 or 256 numbers share scales, which are half-precision numbers; the rest are small
// whole numbers. As in the documentation of GGUF (github.com/ggml-org/ggml/docs/gguf.md) and the
// block structures of ggml:
//
//   F32, F16, BF16      each number by itself, little-endian
//   Q8_0   34 bytes     d · q             q from -128 to 127
//   Q4_0   18           d · (q − 8)       q from 0 to 15, two a byte
//   Q4_1   20           d · q + m
//   Q5_0   22           d · (q − 16)      q from 0 to 31: four bits, and a fifth elsewhere
//   Q5_1   24           d · q + m
//   Q4_K   144 of 256   d · scale · q − dmin · min, both whole numbers of 6 bits for 32 numbers
//   each Q5_K   176 of 256   the same with q of 5 bits Q6_K   210 of 256   d · scale · (q − 32),
//   the scale a signed byte for 16 numbers
//
// Every product here is exact in single precision, so a number is rounded once at most, and there
// is one right result.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/kernel/half.h"
#include "core/kernel/kernels.h"
#include "core/model/stored_number.h"

namespace decodescope {

struct StoredType {
    std::string_view name;              // "Q4_0"
    std::optional<std::uint32_t> gguf;  // its number in GGUF files
    std::string_view safetensors;       // its name in safetensors files; empty: it is not in them
    int block_numbers;                  // a block has this many numbers
    int block_bytes;                    // in as many bytes

    // Writes the numbers of `blocks` blocks; null where this program does not read the type.
    void (*dequantize)(const char* bytes, std::int64_t blocks, float* to) = nullptr;

    // How number `index` of a block is made; null where they are single numbers.
    StoredNumber (*number_in)(const char* block, int index) = nullptr;

    // The form in which a matrix keeps it in memory; Numbers: it becomes floats.
    StoredForm kept_as = StoredForm::Numbers;

    bool is_read() const { return dequantize != nullptr; }

    // The bytes that hold as many numbers, a multiple of block_numbers.
    std::int64_t BytesFor(std::int64_t numbers) const {
        return numbers / block_numbers * block_bytes;
    }
};

// All that are known, read or not.
std::span<const StoredType> StoredTypes();

// Null where there is none.
const StoredType* StoredTypeOfGguf(std::uint32_t number);
const StoredType* StoredTypeOfSafetensors(std::string_view name);

// "F32, F16, BF16, Q8_0, … and Q6_K": those that are read.
std::string ReadStoredTypes();

// How number `index` of a tensor is stored.
StoredNumber StoredNumberAt(const StoredType& type, const char* bytes, std::int64_t index);

}  // namespace decodescope
