// What a tokenizer of real models knows besides its tokens: which pairs merge, what is cut apart
// before, and which tokens are no text.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/tokenizer/pair_merger.h"
#include "core/tokenizer/pre_tokenizer.h"
#include "core/tokenizer/token_id.h"

namespace decodescope {

enum class TokenRole : char {
    Text,
    Special,  // no text: it begins or ends something, and is left out of a text
    Byte,     // <0x0A>, one byte of a character that has no token
    Unused,   // the embedding has a row for it, the vocabulary no token
};

// Two tokens that become one.
struct Merge {
    TokenId left, right, merged;

    friend bool operator==(const Merge&, const Merge&) = default;
};

// A token that is recognised in the text of a prompt before anything else is done to it.
struct TokenInText {
    TokenId id;
    std::string text;
    bool is_after_normalizing = false;  // it is looked for in the text as it is merged

    friend bool operator==(const TokenInText&, const TokenInText&) = default;
};

// Where SentencePiece puts a space before a text, so that a first word is like any other.
enum class SpacePrefix {
    None,
    Always,            // before every part between special tokens
    UnlessThere,       // the same, but for parts that begin with a space
    FirstUnlessThere,  // before the text alone, unless it begins with a space
};

struct MergeRules {
    std::vector<TokenRole> roles;      // [vocabulary_size], or empty: all are text
    std::vector<Merge> merges;         // the first ones first; empty where scores decide
    std::vector<TokenInText> in_text;  // no two with the same text
    PreTokenizer pre_tokenizer = PreTokenizer::None;
    SpacePrefix space_prefix = SpacePrefix::None;
    bool composes = false;           // the text is put into Unicode's form C
    bool whole_words = false;        // a word that is a token is not merged (ignore_merges)
    std::optional<TokenId> unknown;  // for a character without a token; else it is an error

    friend bool operator==(const MergeRules&, const MergeRules&) = default;
};

// The byte of a token such as <0x0A>, if it is one.
std::optional<char> ByteNamed(std::string_view name);

// Rules with what is looked up in them. It never changes, so that copies of a tokenizer share it.
class MergeVocabulary {
public:
    // Pieces are the bytes of each token. Throws Error where a number is no token's ID.
    MergeVocabulary(std::vector<std::string> pieces, MergeRules rules);
    MergeVocabulary(const MergeVocabulary&) = delete;
    MergeVocabulary& operator=(const MergeVocabulary&) = delete;

    const MergeRules& rules() const { return rules_; }
    const std::vector<std::string>& pieces() const { return pieces_; }
    TokenRole RoleOf(TokenId id) const;

    // The token with these bytes, the lowest ID of equals; special ones and those of bytes are
    // none.
    std::optional<TokenId> Find(std::string_view piece) const;

    // The token of a byte, where there is one.
    std::optional<TokenId> OfByte(char byte) const {
        return of_bytes_[static_cast<unsigned char>(byte)];
    }

    // What two tokens merge to, with their rank.
    std::optional<Join<TokenId>> JoinOf(TokenId left, TokenId right) const;

    // The special tokens that may begin with a byte, the longest first; as indices of in_text.
    const std::vector<std::size_t>& InTextFrom(char byte) const {
        return in_text_from_[static_cast<unsigned char>(byte)];
    }

private:
    struct Ranked {
        std::size_t rank;
        TokenId merged;
    };

    std::vector<std::string> pieces_;
    MergeRules rules_;
    std::unordered_map<std::string_view, TokenId> of_piece_;  // views of pieces_
    std::unordered_map<std::uint64_t, Ranked> of_pair_;
    std::array<std::optional<TokenId>, 256> of_bytes_;
    std::array<std::vector<std::size_t>, 256> in_text_from_;
};

}  // namespace decodescope
