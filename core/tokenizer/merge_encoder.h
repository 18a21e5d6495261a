// From text to tokens with the rules of real models (merge_rules.h), and back:
//
//   "<s>héron 12"  special tokens are taken out   <s> | "héron 12"
//                  a space before, or form C       " héron 12"
//                  cut into words                  " héron" " 12"
//                  each word into bytes or         ' ' 'h' 'é' 'r' 'o' 'n'
//                  characters, pairs merged        " h" "éron"
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tokenizer/tokenizer.h"

namespace decodescope {

// Appends the tokens of a text. ByteLevel and SentencePiece only. Throws Error, saying which byte
// of the text has no token.
void EncodeByMerging(const Tokenizer& tokenizer, std::string_view text, std::vector<TokenId>& ids);

// The text of the IDs, as bytes, without special tokens. A space that a prompt begins with only
// because of SpacePrefix is dropped.
std::string DetokenizeMerged(const Tokenizer& tokenizer, const std::vector<TokenId>& ids);

}  // namespace decodescope
