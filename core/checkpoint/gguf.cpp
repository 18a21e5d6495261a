#include "core/checkpoint/gguf.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/utf8.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

constexpr std::string_view kMagic = "GGUF";
constexpr std::uint64_t kMostDimensions = 4;
constexpr std::uint64_t kMostAlignment = 1 << 20;
constexpr int kDeepestArrays = 4;
constexpr std::uint64_t kLongestName = 65535;  // of a key too

// The bytes of a value of one type; of a string or an array, the fewest there can be.
std::size_t SizeOf(GgufType type) {
    switch (type) {
        case GgufType::Uint8:
        case GgufType::Int8:
        case GgufType::Bool: return 1;
        case GgufType::Uint16:
        case GgufType::Int16: return 2;
        case GgufType::Uint32:
        case GgufType::Int32:
        case GgufType::Float32: return 4;
        case GgufType::Uint64:
        case GgufType::Int64:
        case GgufType::Float64:
        case GgufType::String: return 8;
        case GgufType::Array: return 12;
    }
    return 1;
}

// Reads a file from its start, and never past its end.
class Cursor {
public:
    Cursor(std::string_view bytes, std::string file) : bytes_(bytes), file_(std::move(file)) {}

    std::size_t left() const { return bytes_.size() - at_; }
    std::size_t at() const { return at_; }
    const std::string& file() const { return file_; }

    // What is being read, for messages.
    void Enter(std::string what) { what_ = std::move(what); }

    std::string_view Take(std::uint64_t count) {
        if (count > left()) {
            throw Damaged("needs " + std::to_string(count) + " bytes where " +
                          std::to_string(left()) + " are left");
        }
        const std::string_view taken = bytes_.substr(at_, static_cast<std::size_t>(count));
        at_ += taken.size();
        return taken;
    }

    template <class T>
    T Number() {
        return NumberAt<T>(Take(sizeof(T)));
    }

    std::string_view String(std::uint64_t longest = std::numeric_limits<std::uint64_t>::max()) {
        const auto length = Number<std::uint64_t>();
        if (length > longest) {
            throw Damaged("has a length of " + std::to_string(length) + ", more than " +
                          std::to_string(longest));
        }
        return Take(length);
    }

    // How many things follow, each of at least `fewest` bytes.
    std::uint64_t Count(std::size_t fewest, const std::string& things) {
        const auto count = Number<std::uint64_t>();
        if (count > left() / fewest) {
            throw Damaged("says that there are " + std::to_string(count) + " " + things +
                          ", more than the file has room for");
        }
        return count;
    }

    GgufType Type() {
        const auto number = Number<std::uint32_t>();
        if (number > static_cast<std::uint32_t>(GgufType::Float64)) {
            throw Damaged("has type " + std::to_string(number) + ", which does not exist");
        }
        return static_cast<GgufType>(number);
    }

    Error Damaged(const std::string& problem) const {
        return Error(what_ + " " + problem, file_, "is the file cut off or damaged?");
    }

private:
    std::string_view bytes_;
    std::string file_;
    std::string what_;
    std::size_t at_ = 0;
};

// --- Metadata ------------------------------------------------------------------------------------

// Takes a value, and returns its bytes without a head.
GgufValue TakeValue(Cursor& cursor, GgufType type, int depth) {
    GgufValue value{.type = type, .element = type, .count = 1, .bytes = {}};
    if (type == GgufType::String) {
        value.bytes = cursor.String();
    } else if (type != GgufType::Array) {
        value.bytes = cursor.Take(SizeOf(type));
    } else {
        if (depth == kDeepestArrays)
            throw cursor.Damaged("has arrays in arrays in arrays in arrays");
        value.element = cursor.Type();
        value.count = cursor.Count(SizeOf(value.element), "values");
        const bool has_parts =
            value.element == GgufType::String || value.element == GgufType::Array;
        if (!has_parts) {
            value.bytes = cursor.Take(value.count * SizeOf(value.element));
        } else {
            Cursor start = cursor;
            const std::size_t first = cursor.at();
            for (std::uint64_t i = 0; i < value.count; ++i) {
                TakeValue(cursor, value.element, depth + 1);
            }
            value.bytes = start.Take(cursor.at() - first);
        }
    }
    return value;
}

void ReadMetadata(Cursor& cursor, std::uint64_t count, Gguf& gguf) {
    for (std::uint64_t i = 0; i < count; ++i) {
        cursor.Enter("metadata pair " + std::to_string(i));
        const std::string key(cursor.String(kLongestName));
        cursor.Enter("the metadata " + PrintableUtf8(key));
        if (FirstInvalidUtf8(key)) throw cursor.Damaged("has a key that is not UTF-8");
        const GgufType type = cursor.Type();
        if (!gguf.metadata.emplace(key, TakeValue(cursor, type, 0)).second) {
            throw cursor.Damaged("is there twice");
        }
    }
}

// --- Tensors -------------------------------------------------------------------------------------

// A tensor whose bytes are not yet found.
struct TensorHead {
    StoredTensor tensor;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;

    std::uint64_t end() const { return offset + size; }
};

std::vector<std::int64_t> TakeShape(Cursor& cursor) {
    const auto dimensions = cursor.Number<std::uint32_t>();
    if (dimensions < 1 || dimensions > kMostDimensions) {
        throw cursor.Damaged("has " + std::to_string(dimensions) +
                             " dimensions, where 1 to 4 are allowed");
    }
    std::vector<std::int64_t> shape;
    for (std::uint32_t i = 0; i < dimensions; ++i) {
        const auto size = cursor.Number<std::uint64_t>();
        if (size < 1 || size > std::numeric_limits<std::int32_t>::max()) {
            throw cursor.Damaged("has a dimension of " + std::to_string(size));
        }
        shape.insert(shape.begin(), static_cast<std::int64_t>(size));
    }
    return shape;
}

TensorHead TakeTensor(Cursor& cursor) {
    TensorHead head;
    StoredTensor& tensor = head.tensor;
    tensor.name = cursor.String(kLongestName);
    cursor.Enter("the tensor " + PrintableUtf8(tensor.name));
    if (FirstInvalidUtf8(tensor.name)) throw cursor.Damaged("has a name that is not UTF-8");
    tensor.shape = TakeShape(cursor);
    const auto type = cursor.Number<std::uint32_t>();
    tensor.type = StoredTypeOfGguf(type);
    if (tensor.type == nullptr) {
        throw cursor.Damaged("is stored as type " + std::to_string(type) +
                             ", which is not known here");
    }
    const auto count = CountOf(tensor.shape);
    if (!count) throw cursor.Damaged("has the shape " + ShapeText(tensor.shape));
    if (tensor.shape.back() % tensor.type->block_numbers != 0) {
        throw cursor.Damaged("has rows of " + std::to_string(tensor.shape.back()) +
                             " numbers, but " + std::string(tensor.type->name) +
                             " needs a multiple of " + std::to_string(tensor.type->block_numbers));
    }
    head.size = static_cast<std::uint64_t>(tensor.type->BytesFor(*count));
    head.offset = cursor.Number<std::uint64_t>();
    tensor.file = cursor.file();
    return head;
}

std::uint64_t AlignmentOf(const Gguf& gguf) {
    constexpr std::uint64_t kUsual = 32;
    const GgufValue* const value = gguf.Find("general.alignment");
    if (value == nullptr) return kUsual;
    const auto alignment = value->Integer();
    const bool is_right = alignment && *alignment >= 1 &&
                          *alignment <= static_cast<std::int64_t>(kMostAlignment) &&
                          std::has_single_bit(static_cast<std::uint64_t>(*alignment));
    if (is_right) return static_cast<std::uint64_t>(*alignment);
    throw Error("general.alignment is " + (alignment ? std::to_string(*alignment) : "no number"),
                gguf.file, "it must be a power of two");
}

// Gives each tensor its bytes of the data.
void PlaceTensors(std::vector<TensorHead> heads, std::string_view data, std::uint64_t alignment,
                  Gguf& gguf) {
    std::ranges::sort(heads, {}, &TensorHead::offset);
    const TensorHead* before = nullptr;
    for (TensorHead& head : heads) {
        const auto damaged = [&](const std::string& problem) {
            return Error("the tensor " + PrintableUtf8(head.tensor.name) + " " + problem, gguf.file,
                         "is the file cut off or damaged?");
        };
        if (head.offset % alignment != 0) {
            throw damaged("begins at " + std::to_string(head.offset) +
                          ", no multiple of the alignment " + std::to_string(alignment));
        }
        if (head.offset > data.size() || head.size > data.size() - head.offset) {
            throw damaged("of " + std::to_string(head.size) + " bytes begins at " +
                          std::to_string(head.offset) + " of data that has " +
                          std::to_string(data.size()));
        }
        if (before != nullptr && head.offset < before->end()) {
            throw damaged("overlaps " + PrintableUtf8(before->tensor.name));
        }
        head.tensor.bytes =
            data.substr(static_cast<std::size_t>(head.offset), static_cast<std::size_t>(head.size));
        before = &head;
    }
    for (TensorHead& head : heads) gguf.tensors.Add(std::move(head.tensor));
}

// --- The head of the file
// --------------------------------------------------------------------------

void RequireVersion(std::uint32_t version, const std::string& file) {
    if (version == 2 || version == 3) return;
    const std::uint32_t swapped =
        version << 24 | (version & 0xFF00) << 8 | (version >> 8 & 0xFF00) | version >> 24;
    if (swapped <= 3) {
        throw Error("this is a GGUF file in big-endian byte order", file,
                    "convert it to little-endian order");
    }
    throw Error("this is a GGUF file of version " + std::to_string(version), file,
                "versions 2 and 3 are read");
}

// A part of a split model has metadata that say so, and lacks most tensors.
void RequireWhole(const Gguf& gguf) {
    const GgufValue* const parts = gguf.Find("split.count");
    const auto count = parts ? parts->Integer() : std::nullopt;
    if (!count || *count < 2) return;
    const GgufValue* const number = gguf.Find("split.no");
    const auto part = number ? number->Integer() : std::nullopt;
    throw Error("this is part " + std::to_string(part.value_or(0) + 1) + " of " +
                    std::to_string(*count) + " of a split model, and only whole ones are read",
                gguf.file, "put the parts together with: llama-gguf-split --merge");
}

template <class T>
std::optional<std::int64_t> IntegerFrom(std::string_view bytes) {
    T number;
    std::memcpy(&number, bytes.data(), sizeof(T));
    if constexpr (sizeof(T) == 8 && std::is_unsigned_v<T>) {
        if (number > static_cast<T>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
    }
    return static_cast<std::int64_t>(number);
}

std::optional<std::int64_t> IntegerOf(GgufType type, std::string_view bytes) {
    static_assert(std::endian::native == std::endian::little);
    switch (type) {
        case GgufType::Uint8: return IntegerFrom<std::uint8_t>(bytes);
        case GgufType::Int8: return IntegerFrom<std::int8_t>(bytes);
        case GgufType::Uint16: return IntegerFrom<std::uint16_t>(bytes);
        case GgufType::Int16: return IntegerFrom<std::int16_t>(bytes);
        case GgufType::Uint32: return IntegerFrom<std::uint32_t>(bytes);
        case GgufType::Int32: return IntegerFrom<std::int32_t>(bytes);
        case GgufType::Uint64: return IntegerFrom<std::uint64_t>(bytes);
        case GgufType::Int64: return IntegerFrom<std::int64_t>(bytes);
        default: return std::nullopt;
    }
}

// A float is what somebody wrote as a decimal: 1e-5, not 9.99999974737875e-06.
double ShortestDecimal(float number) {
    char text[32];
    const auto written = std::to_chars(std::begin(text), std::end(text), number);
    double shortest = static_cast<double>(number);
    std::from_chars(text, written.ptr, shortest);
    return shortest;
}

std::optional<double> NumberOf(GgufType type, std::string_view bytes) {
    if (type == GgufType::Float32) return ShortestDecimal(NumberAt<float>(bytes));
    if (type == GgufType::Float64) return NumberAt<double>(bytes);
    const auto integer = IntegerOf(type, bytes);
    return integer ? std::optional(static_cast<double>(*integer)) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> GgufValue::Integer() const { return IntegerOf(type, bytes); }

std::optional<double> GgufValue::Number() const { return NumberOf(type, bytes); }

std::optional<bool> GgufValue::Boolean() const {
    if (type != GgufType::Bool) return std::nullopt;
    return bytes.front() != '\0';
}

std::optional<std::string_view> GgufValue::Text() const {
    return type == GgufType::String ? std::optional(bytes) : std::nullopt;
}

std::optional<std::vector<std::string_view>> GgufValue::Texts() const {
    if (type != GgufType::Array || element != GgufType::String) return std::nullopt;
    std::vector<std::string_view> texts;
    texts.reserve(static_cast<std::size_t>(count));
    std::string_view rest = bytes;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto length = static_cast<std::size_t>(NumberAt<std::uint64_t>(rest));
        texts.push_back(rest.substr(8, length));
        rest.remove_prefix(8 + length);
    }
    return texts;
}

std::optional<std::vector<double>> GgufValue::Numbers() const {
    if (type != GgufType::Array) return std::nullopt;
    std::vector<double> numbers;
    const std::size_t size = SizeOf(element);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto number =
            NumberOf(element, bytes.substr(static_cast<std::size_t>(i) * size, size));
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

const GgufValue* Gguf::Find(std::string_view key) const {
    const auto found = metadata.find(key);
    return found == metadata.end() ? nullptr : &found->second;
}

Gguf ReadGgufFile(MappedFilePtr file) {
    Gguf gguf;
    gguf.file = file->path().string();
    Cursor cursor(file->bytes(), gguf.file);
    cursor.Enter("the file's head");
    if (cursor.Take(std::min(cursor.left(), kMagic.size())) != kMagic) {
        throw Error("this is no GGUF file: it does not begin with GGUF", gguf.file,
                    "is it cut off, or of another format?");
    }
    RequireVersion(cursor.Number<std::uint32_t>(), gguf.file);
    constexpr std::size_t kLeastTensor = 32, kLeastPair = 13;  // bytes
    const auto tensors = cursor.Count(kLeastTensor, "tensors");
    const auto pairs = cursor.Count(kLeastPair, "metadata pairs");
    ReadMetadata(cursor, pairs, gguf);
    RequireWhole(gguf);
    std::vector<TensorHead> heads;
    for (std::uint64_t i = 0; i < tensors; ++i) {
        cursor.Enter("tensor " + std::to_string(i));
        heads.push_back(TakeTensor(cursor));
    }
    const std::uint64_t alignment = AlignmentOf(gguf);
    const std::uint64_t padding = (alignment - cursor.at() % alignment) % alignment;
    if (!heads.empty()) cursor.Take(padding);
    PlaceTensors(std::move(heads), cursor.Take(cursor.left()), alignment, gguf);
    gguf.tensors.Keep(std::move(file));
    return gguf;
}

}  // namespace decodescope
