// What Unicode says about characters, as far as tokenizers ask: from ICU
// (docs/decisions/0028-unicode-from-icu.md).
#pragma once

#include <string>
#include <string_view>

namespace decodescope {

// The categories that the patterns of pre-tokenizers tell apart.
enum class CharacterClass {
    Letter,  // \p{L}
    Number,  // \p{N}
    Space,   // \s, the property White_Space
    Other,
};

CharacterClass ClassOf(char32_t code_point);

// The text in Unicode's Normalization Form C: "e" and a combining accent become "é". Bytes that are
// not UTF-8 stay as they are.
std::string ComposedText(std::string_view text);

}  // namespace decodescope
