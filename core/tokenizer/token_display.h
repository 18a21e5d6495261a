// Tokens and other bytes as a person reads them.
#pragma once

#include <string>
#include <string_view>

#include "core/tokenizer/tokenizer.h"

namespace decodescope {

// A token as text: always valid UTF-8, never empty and never long. A leading or trailing space
// shows as ␣, control characters and bytes that are not UTF-8 as <0xNN>, the empty token as "".
// Different tokens of a vocabulary are always displayed differently: one that looks like another
// gets its code points, "А U+0410", or its ID where the bytes are the same, "A #3". This searches
// the whole vocabulary; TokenTexts keeps what it found.
std::string DisplayText(const Tokenizer& tokenizer, TokenId id);

// A token as DisplayText would show it in a vocabulary of its own: without a search, so that all
// tokens of a large vocabulary can be looked through.
std::string DisplayTextAlone(const Tokenizer& tokenizer, TokenId id);

// Any bytes as valid UTF-8: what is not UTF-8 or is a control character becomes <0xNN>.
std::string PrintableUtf8(std::string_view bytes);

}  // namespace decodescope
