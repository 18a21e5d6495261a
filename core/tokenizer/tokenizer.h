// From text to token IDs and back. Tokens are byte strings; nothing here assumes valid UTF-8.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tokenizer/token_id.h"

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
    // Bytes, merged by rank within words (GPT-2, Llama 3, Qwen).
    ByteLevel,
    // Characters, merged by score or by rank; a character without a token becomes its bytes (Llama
    // 2).
    SentencePiece,
};

class MergeVocabulary;

// A vocabulary and the rule by which text becomes tokens. Any combination of fields is valid for
// Words and Text; BytePair needs one score per piece, ByteLevel and SentencePiece need `merging`.
struct Tokenizer {
    TokenizerKind kind = TokenizerKind::Words;
    std::vector<std::string> pieces;  // [vocabulary_size] the bytes of each token
    std::vector<float> scores;  // [vocabulary_size] where they decide what is merged, or empty
    std::shared_ptr<const MergeVocabulary> merging = nullptr;  // of the same pieces

    int size() const { return static_cast<int>(pieces.size()); }

    friend bool operator==(const Tokenizer& a, const Tokenizer& b);
};

// Throws Error where a field does not fit the kind.
void Validate(const Tokenizer& tokenizer);

// The IDs of a prompt, `begin_token` first where there is one. Throws Error: naming the character
// and its byte offset where no token has it; saying what to type where the text is empty.
std::vector<TokenId> Encode(const Tokenizer& tokenizer, std::optional<TokenId> begin_token,
                            std::string_view text);

// The text of the IDs, as bytes. A begin token adds nothing. With BytePair a space that starts the
// piece right after it is dropped, and <0xNN> becomes its byte (llama2.c). Special tokens of
// ByteLevel and SentencePiece add nothing either.
std::string Detokenize(const Tokenizer& tokenizer, std::optional<TokenId> begin_token,
                       const std::vector<TokenId>& ids);

}  // namespace decodescope
