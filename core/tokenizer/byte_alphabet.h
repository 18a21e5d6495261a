// How GPT-2 writes any bytes as visible text, which all byte-level vocabularies have taken over: a
// character for each byte, those of visible ASCII and Latin-1 standing for themselves, "Ġ" for a
// space, "Ċ" for a line end (github.com/openai/gpt-2, src/encoder.py).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace decodescope {

// The bytes that a text in this alphabet means; nothing where a character is not of it.
std::optional<std::string> BytesOfAlphabet(std::string_view text);

// The opposite.
std::string AlphabetOfBytes(std::string_view bytes);

}  // namespace decodescope
