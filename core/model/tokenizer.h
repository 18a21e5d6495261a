// From text to token IDs and back. Tokens are byte strings; nothing here assumes valid UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/config.h"

namespace decodescope {

enum class TokenizerKind {
    // The longest match from the left, with or without spaces between tokens ("A B", "AB"). Text is
    // the tokens with spaces between them.
    Words,
    // The longest match from the left, spaces being characters like others. Text is the tokens side
    // by side.
    Text,
    // As in llama2.c: characters, then repeatedly the adjacent pair with the best score merged.
    BytePair,
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
// and its byte offset where no token has it; saying what to type where the text is empty.
std::vector<TokenId> Encode(const Tokenizer& tokenizer, std::optional<TokenId> begin_token,
                            std::string_view text);

// The text of the IDs, as bytes. A begin token adds nothing. With BytePair a space that starts the
// piece right after it is dropped, and <0xNN> becomes its byte (llama2.c).
std::string Detokenize(const Tokenizer& tokenizer, std::optional<TokenId> begin_token,
                       const std::vector<TokenId>& ids);

}  // namespace decodescope
