#include "core/tokenizer/tokenizer.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <unordered_map>

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/tokenizer/merge_encoder.h"
#include "core/tokenizer/merge_rules.h"
#include "core/tokenizer/pair_merger.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// "A, B and C", or the first few.
std::string FirstTokens(const Tokenizer& tokenizer) {
    constexpr TokenId kMost = 8;
    std::string list;
    const TokenId count = std::min(kMost, tokenizer.size());
    for (TokenId id = 0; id < count; ++id) {
        if (id > 0) list += id + 1 == tokenizer.size() ? " and " : ", ";
        list += DisplayText(tokenizer, id);
    }
    if (tokenizer.size() > kMost)
        list += " and " + std::to_string(tokenizer.size() - kMost) + " more";
    return list;
}

Error NoToken(const Tokenizer& tokenizer, std::string_view text, size_t offset) {
    const Utf8Character character = Utf8At(text, offset);
    const std::string shown = PrintableUtf8(text.substr(offset, character.length));
    return Error("no token of this model fits at '" + shown + "'",
                 "prompt, byte " + std::to_string(offset),
                 "use its tokens: " + FirstTokens(tokenizer));
}

Error NothingTyped(const Tokenizer& tokenizer) {
    return Error("the prompt is empty", "prompt",
                 "type one or more of this model's tokens: " + FirstTokens(tokenizer));
}

// --- Words and Text: the longest token from the left --------------------------------------------

// The vocabulary in the order of its bytes, so that tokens with a common prefix are neighbours.
class LongestMatch {
public:
    explicit LongestMatch(const std::vector<std::string>& pieces)
        : pieces_(pieces), sorted_(pieces.size()) {
        std::iota(sorted_.begin(), sorted_.end(), 0);
        std::stable_sort(sorted_.begin(), sorted_.end(),
                         [this](TokenId a, TokenId b) { return Piece(a) < Piece(b); });
    }

    // The longest token that `text` begins with, the lowest ID of equals. Each byte narrows the
    // range of tokens that still match the text; the shortest of a range is its first.
    std::optional<TokenId> At(std::string_view text) const {
        std::optional<TokenId> longest;
        auto first = sorted_.begin();
        auto last = sorted_.end();
        for (size_t length = 0; length < text.size(); ++length) {
            const int byte = static_cast<unsigned char>(text[length]);
            first = std::partition_point(first, last,
                                         [&](TokenId id) { return ByteOf(id, length) < byte; });
            last = std::partition_point(first, last,
                                        [&](TokenId id) { return ByteOf(id, length) == byte; });
            if (first == last) break;
            if (Piece(*first).size() == length + 1) longest = *first;
        }
        return longest;
    }

private:
    const std::string& Piece(TokenId id) const { return pieces_[static_cast<size_t>(id)]; }

    // -1 past the end: a token comes before those that continue it.
    int ByteOf(TokenId id, size_t index) const {
        const std::string& piece = Piece(id);
        return index < piece.size() ? static_cast<unsigned char>(piece[index]) : -1;
    }

    const std::vector<std::string>& pieces_;
    std::vector<TokenId> sorted_;
};

void EncodeLongest(const Tokenizer& tokenizer, std::string_view text, std::vector<TokenId>& ids) {
    const LongestMatch match(tokenizer.pieces);
    for (size_t offset = 0; offset < text.size();) {
        if (const std::optional<TokenId> id = match.At(text.substr(offset))) {
            ids.push_back(*id);
            offset += tokenizer.pieces[static_cast<size_t>(*id)].size();
        } else if (tokenizer.kind == TokenizerKind::Words && IsSpace(text[offset])) {
            ++offset;
        } else {
            throw NoToken(tokenizer, text, offset);
        }
    }
}

// --- BytePair: as encode() of llama2.c's run.c --------------------------------------------------

using IdOfPiece = std::unordered_map<std::string_view, TokenId>;

IdOfPiece IndexPieces(const Tokenizer& tokenizer) {
    IdOfPiece index;
    for (TokenId id = 0; id < tokenizer.size(); ++id) {
        index.emplace(tokenizer.pieces[static_cast<size_t>(id)], id);  // the lowest ID stays
    }
    return index;
}

// The token of one byte: <0x00> is ID 3, <0xFF> is ID 258.
std::optional<TokenId> ByteToken(const Tokenizer& tokenizer, char byte) {
    constexpr TokenId kFirstByteToken = 3;
    const TokenId id = kFirstByteToken + static_cast<unsigned char>(byte);
    if (id >= tokenizer.size()) return std::nullopt;
    if (tokenizer.pieces[static_cast<size_t>(id)] != ByteName(byte)) return std::nullopt;
    return id;
}

// One token per character, or one per byte where a character has none. A character is a byte and
// the continuation bytes after it, four bytes at most, whether that is UTF-8 or not.
void EncodeCharacters(const Tokenizer& tokenizer, const IdOfPiece& index, std::string_view text,
                      std::vector<TokenId>& ids) {
    const auto continues = [&](size_t i) { return i < text.size() && (text[i] & 0xC0) == 0x80; };
    for (size_t offset = 0; offset < text.size();) {
        size_t length = 1;
        while (length < 4 && continues(offset + length)) ++length;
        const std::string_view character = text.substr(offset, length);
        if (const auto found = index.find(character); found != index.end()) {
            ids.push_back(found->second);
        } else {
            for (const char byte : character) {
                const std::optional<TokenId> id = ByteToken(tokenizer, byte);
                if (!id) throw NoToken(tokenizer, text, offset);
                ids.push_back(*id);
            }
        }
        offset += length;
    }
}

std::vector<TokenId> EncodeBytePair(const Tokenizer& tokenizer, std::vector<TokenId> ids,
                                    std::string_view text) {
    assert(tokenizer.scores.size() == tokenizer.pieces.size());
    if (text.empty()) return ids;
    const IdOfPiece index = IndexPieces(tokenizer);
    if (const auto space = index.find(" "); space != index.end()) ids.push_back(space->second);
    EncodeCharacters(tokenizer, index, text, ids);
    const auto join_of = [&](TokenId left, TokenId right) -> std::optional<Join<TokenId>> {
        constexpr float kWorstScore = -1e10f;  // run.c merges only what is better than this
        const auto piece = [&](TokenId id) -> const std::string& {
            return tokenizer.pieces[static_cast<size_t>(id)];
        };
        const auto found = index.find(piece(left) + piece(right));
        if (found == index.end()) return std::nullopt;
        const float score = tokenizer.scores[static_cast<size_t>(found->second)];
        if (!(score > kWorstScore)) return std::nullopt;
        return Join<TokenId>{-static_cast<double>(score), found->second};
    };
    return MergePairs(std::move(ids), join_of);
}

}  // namespace

bool operator==(const Tokenizer& a, const Tokenizer& b) {
    const bool are_merged = a.merging != nullptr && b.merging != nullptr;
    const bool have_equal_rules =
        are_merged ? a.merging->rules() == b.merging->rules() : a.merging == b.merging;
    return a.kind == b.kind && a.pieces == b.pieces && a.scores == b.scores && have_equal_rules;
}

void Validate(const Tokenizer& tokenizer) {
    const bool is_merged = tokenizer.kind == TokenizerKind::ByteLevel ||
                           tokenizer.kind == TokenizerKind::SentencePiece;
    const bool may_have_scores =
        tokenizer.kind == TokenizerKind::BytePair || tokenizer.kind == TokenizerKind::SentencePiece;
    const bool needs_scores = tokenizer.kind == TokenizerKind::BytePair;
    const auto scores = tokenizer.scores.size(), pieces = tokenizer.pieces.size();
    if (needs_scores ? scores != pieces : scores != 0 && (!may_have_scores || scores != pieces)) {
        throw Error(
            "there are " + std::to_string(scores) + " token scores", {},
            may_have_scores ? "there must be one for each token" : "these tokens have none");
    }
    if (is_merged != (tokenizer.merging != nullptr)) {
        throw Error(
            is_merged ? "there is no rule by which tokens merge" : "these tokens never merge", {},
            "the kind of a tokenizer says which it needs");
    }
}

std::vector<TokenId> Encode(const Tokenizer& tokenizer, std::optional<TokenId> begin_token,
                            std::string_view text) {
    std::vector<TokenId> ids;
    if (begin_token) ids.push_back(*begin_token);
    switch (tokenizer.kind) {
        case TokenizerKind::Words:
        case TokenizerKind::Text: EncodeLongest(tokenizer, text, ids); break;
        case TokenizerKind::BytePair: ids = EncodeBytePair(tokenizer, std::move(ids), text); break;
        case TokenizerKind::ByteLevel:
        case TokenizerKind::SentencePiece: EncodeByMerging(tokenizer, text, ids); break;
    }
    if (ids.empty()) throw NothingTyped(tokenizer);
    return ids;
}

std::string Detokenize(const Tokenizer& tokenizer, std::optional<TokenId> begin_token,
                       const std::vector<TokenId>& ids) {
    if (tokenizer.merging != nullptr) return DetokenizeMerged(tokenizer, ids);
    const bool is_byte_pair = tokenizer.kind == TokenizerKind::BytePair;
    std::string text;
    bool is_first = true;
    bool follows_begin = false;
    for (const TokenId id : ids) {
        const bool drops_space = is_byte_pair && follows_begin;
        follows_begin = id == begin_token;
        if (follows_begin) continue;
        const std::string& piece = tokenizer.pieces[static_cast<size_t>(id)];
        if (tokenizer.kind == TokenizerKind::Words && !is_first) text += ' ';
        is_first = false;
        const std::optional<char> byte = is_byte_pair ? ByteNamed(piece) : std::nullopt;
        if (byte) {
            text += *byte;
        } else {
            text.append(piece, drops_space && piece.substr(0, 1) == " " ? 1 : 0);
        }
    }
    return text;
}

}  // namespace decodescope
