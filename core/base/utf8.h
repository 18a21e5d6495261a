// UTF-8, one character at a time, for text that may not be UTF-8 at all.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace decodescope {

// The character at a byte offset. Where the bytes are not UTF-8 (an overlong form, a surrogate, a
// sequence that is cut off), there is no code point and the length is 1: that byte alone.
struct Utf8Character {
    std::optional<char32_t> code_point;
    std::size_t length = 1;
};

// The text must be longer than `offset`.
Utf8Character Utf8At(std::string_view text, std::size_t offset);

// The offset of the first byte that is not UTF-8, if there is one.
std::optional<std::size_t> FirstInvalidUtf8(std::string_view text);

// The text, or where it has more than `most` bytes its beginning and its end, with " … " between
// them; no character is cut.
std::string ShortenedText(std::string_view text, std::size_t most);

// "<0x0A>".
std::string ByteName(char byte);

// "U+0041".
std::string CodePointName(char32_t code_point);

}  // namespace decodescope
