#include "core/tokenizer/byte_alphabet.h"

#include <array>

#include "core/base/utf8.h"

namespace decodescope {
namespace {

constexpr bool IsVisible(int byte) {
    return (0x21 <= byte && byte <= 0x7E) || (0xA1 <= byte && byte <= 0xAC) || 0xAE <= byte;
}

// The character of each byte: itself, or the next from U+0100 on.
constexpr std::array<char32_t, 256> kCharacters = [] {
    std::array<char32_t, 256> characters{};
    char32_t next = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
        characters[static_cast<std::size_t>(byte)] =
            IsVisible(byte) ? static_cast<char32_t>(byte) : next++;
    }
    return characters;
}();
constexpr std::size_t kEnd = 0x100 + 68;  // of the code points; 68 bytes are not visible

constexpr std::array<int, kEnd> kBytes = [] {
    std::array<int, kEnd> bytes{};
    bytes.fill(-1);
    for (int byte = 0; byte < 256; ++byte)
        bytes[kCharacters[static_cast<std::size_t>(byte)]] = byte;
    return bytes;
}();

}  // namespace

std::optional<std::string> BytesOfAlphabet(std::string_view text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size();) {
        const Utf8Character character = Utf8At(text, i);
        if (!character.code_point || *character.code_point >= kEnd) return std::nullopt;
        const int byte = kBytes[*character.code_point];
        if (byte < 0) return std::nullopt;
        bytes += static_cast<char>(byte);
        i += character.length;
    }
    return bytes;
}

std::string AlphabetOfBytes(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) {
        const char32_t character = kCharacters[static_cast<unsigned char>(byte)];
        if (character < 0x80) {
            text += static_cast<char>(character);
        } else {
            text += static_cast<char>(0xC0 | character >> 6);
            text += static_cast<char>(0x80 | (character & 0x3F));
        }
    }
    return text;
}

}  // namespace decodescope
