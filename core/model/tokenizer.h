// From text to token IDs and back. Tokens are byte strings; nothing here assumes valid UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/config.h"

namespace decodescope {

enum class TokenizerKind {
    Words,  // tokens stand with or without spaces between them ("A B", "AB"); text joins with
            // spaces
    Text,   // longest match from the left, spaces are characters like others; text joins directly
    BytePair,  // llama2.c: characters, then the adjacent pair with the best score merged,
               // repeatedly
};

// A vocabulary and the rule by which text becomes tokens. Any combination of fields is valid for
// Words and Text; BytePair needs one score per piece.
struct Tokenizer {
    TokenizerKind kind = TokenizerKind::Words;
    std::vector<std::string> pieces;  // [vocabulary_size] the bytes of each token
    std::vector<float> scores;        // [vocabulary_size] for BytePair, else empty

    int size() const { return static_cast<int>(pieces.size()); }

    friend bool operator==(const Tokenizer&, const Tokenizer&) = default;
};

// The IDs of a prompt, `begin_token` first where there is one. Throws Error: naming the character
// and its byte offset where a character is in no token; saying what to type where there is nothing.
std::vector<TokenId> Encode(const Tokenizer& tokenizer, std::optional<TokenId> begin_token,
                            std::string_view text);

// The text of the IDs, as bytes. A begin token adds nothing. With BytePair a space that starts the
// piece right after it is dropped, and <0xNN> becomes its byte (llama2.c).
std::string Detokenize(const Tokenizer& tokenizer, std::optional<TokenId> begin_token,
                       const std::vector<TokenId>& ids);

// How a token is written where a person reads it: always valid UTF-8 and never empty. A leading or
// trailing space shows as ␣, control characters and bytes that are not UTF-8 as <0xNN>, the empty
// token as "". Tokens that differ always display differently within one vocabulary: one that looks
// like another gets its code points, "А U+0410", or where the bytes are the same its ID, "A #3".
// It looks through the whole vocabulary; TokenTexts keeps what it found.
std::string DisplayText(const Tokenizer& tokenizer, TokenId id);

// Any bytes as valid UTF-8: what is not UTF-8 or is a control character becomes <0xNN>.
std::string PrintableUtf8(std::string_view bytes);

}  // namespace decodescope
