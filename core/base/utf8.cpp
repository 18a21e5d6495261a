#include "core/base/utf8.h"

namespace decodescope {
namespace {

constexpr std::string_view kHexDigits = "0123456789ABCDEF";

unsigned char ByteAt(std::string_view text, std::size_t offset) {
    return static_cast<unsigned char>(text[offset]);
}

// Bytes in the sequence that a first byte announces; 0 where none can begin so.
std::size_t AnnouncedLength(unsigned char first) {
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first < 0xE0) return 2;
    if (first >= 0xE0 && first < 0xF0) return 3;
    if (first >= 0xF0 && first < 0xF5) return 4;
    return 0;
}

bool IsScalarOfLength(char32_t code_point, std::size_t length) {
    constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = 0xD800 <= code_point && code_point <= 0xDFFF;
    return code_point >= kSmallest[length] && code_point <= 0x10FFFF && !is_surrogate;
}

}  // namespace

Utf8Character Utf8At(std::string_view text, std::size_t offset) {
    constexpr unsigned char kPayloadOfFirst[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    const unsigned char first = ByteAt(text, offset);
    const std::size_t length = AnnouncedLength(first);
    if (length == 0 || text.size() - offset < length) return {};
    char32_t code_point = first & kPayloadOfFirst[length];
    for (std::size_t i = 1; i < length; ++i) {
        const unsigned char next = ByteAt(text, offset + i);
        if ((next & 0xC0) != 0x80) return {};
        code_point = (code_point << 6) | (next & 0x3F);
    }
    if (!IsScalarOfLength(code_point, length)) return {};
    return {code_point, length};
}

std::optional<std::size_t> FirstInvalidUtf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const Utf8Character character = Utf8At(text, i);
        if (!character.code_point) return i;
        i += character.length;
    }
    return std::nullopt;
}

std::string ShortenedText(std::string_view text, std::size_t most) {
    if (text.size() <= most) return std::string(text);
    constexpr std::string_view kGap = " … ";
    const auto is_inside = [&](std::size_t offset) {
        return (ByteAt(text, offset) & 0xC0) == 0x80;
    };
    constexpr std::size_t kLongestTail = 3;  // bytes of a character after its first
    std::size_t head = (most - kGap.size()) / 2, tail = text.size() - head;
    for (std::size_t i = 0; i < kLongestTail && is_inside(head); ++i) --head;
    for (std::size_t i = 0; i < kLongestTail && is_inside(tail); ++i) ++tail;
    return std::string(text.substr(0, head)) + std::string(kGap) + std::string(text.substr(tail));
}

std::string ByteName(char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return std::string("<0x") + kHexDigits[value >> 4] + kHexDigits[value & 15] + ">";
}

std::string CodePointName(char32_t code_point) {
    std::string digits;
    for (; code_point != 0 || digits.size() < 4; code_point >>= 4) {
        digits.insert(digits.begin(), kHexDigits[code_point & 15]);
    }
    return "U+" + digits;
}

}  // namespace decodescope
