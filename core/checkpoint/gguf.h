// GGUF files, versions 2 and 3, as github.com/ggml-org/ggml/docs/gguf.md describes them:
//
//   "GGUF"     uint32 version · uint64 number of tensors · uint64 number of metadata pairs
//   metadata   each a key, uint32 type, value; a string is a uint64 length and bytes, an array a
//              uint32 type, a uint64 length and values
//   tensors    each a name, uint32 number of dimensions, uint64 dimensions (columns first),
//              uint32 type, uint64 offset from the start of the data
//   data       after padding to general.alignment (32 where it is not said)
//
// All little-endian. Nothing is copied: strings and tensors are views of the mapped file. Every
// length, count and offset is compared with what is left of the file before it is used.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/checkpoint/tensor_source.h"

namespace decodescope {

enum class GgufType : std::uint32_t {
    Uint8,
    Int8,
    Uint16,
    Int16,
    Uint32,
    Int32,
    Float32,
    Bool,
    String,
    Array,
    Uint64,
    Int64,
    Float64,
};

// A value of the metadata, as bytes that have been checked: a string without its length, an array
// without its head.
struct GgufValue {
    GgufType type{};
    GgufType element{};       // arrays only
    std::uint64_t count = 1;  // arrays only
    std::string_view bytes;

    // Each is nothing where the value is of another type.
    std::optional<std::int64_t> Integer() const;  // of any width, and no larger than 2^63 − 1
    std::optional<double> Number() const;         // an integer too; a float as its shortest decimal
    std::optional<bool> Boolean() const;
    std::optional<std::string_view> Text() const;
    std::optional<std::vector<std::string_view>> Texts() const;
    std::optional<std::vector<double>> Numbers() const;
};

struct Gguf {
    std::map<std::string, GgufValue, std::less<>> metadata;
    TensorSource tensors;
    std::string file;  // for messages

    // Null where there is none.
    const GgufValue* Find(std::string_view key) const;
};

// Throws Error naming what is damaged, or a version that is not read. Tensors may be of types that
// are not read; that is said when one is needed.
Gguf ReadGgufFile(MappedFilePtr file);

}  // namespace decodescope
