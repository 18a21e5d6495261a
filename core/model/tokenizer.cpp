#include "core/model/tokenizer.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <queue>
#include <unordered_map>

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/model/token_display.h"

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

// Merges the adjacent pair with the best score, the leftmost of equals, until none can be merged.
// run.c looks at all pairs for each merge; here the pairs are in a heap, which yields the same
// merges in the same order. A merged token replaces its left half; the right half is unlinked. An
// entry of the heap whose halves have changed since is skipped.
class PairMerger {
public:
    PairMerger(const Tokenizer& tokenizer, const IdOfPiece& index, const std::vector<TokenId>& ids)
        : tokenizer_(tokenizer),
          index_(index),
          ids_(ids),
          next_(ids.size()),
          previous_(ids.size()) {
        for (size_t i = 0; i < ids.size(); ++i) {
            next_[i] = i + 1;
            previous_[i] = i - 1;  // wraps to kNone at the front
        }
        for (const std::string& piece : tokenizer.pieces) {
            longest_piece_ = std::max(longest_piece_, piece.size());
        }
    }

    std::vector<TokenId> Merge() {
        for (size_t i = 0; i + 1 < ids_.size(); ++i) Offer(i);
        while (!heap_.empty()) {
            const Pair pair = heap_.top();
            heap_.pop();
            if (IsCurrent(pair)) MergeInto(pair);
        }
        std::vector<TokenId> merged;
        for (size_t i = 0; i < ids_.size(); i = next_[i]) merged.push_back(ids_[i]);
        return merged;
    }

private:
    static constexpr size_t kNone = static_cast<size_t>(-1);
    static constexpr TokenId kUnlinked = -1;

    struct Pair {
        float score;
        size_t left, right;         // places in ids_
        TokenId left_id, right_id;  // what was there then
        TokenId merged_id;

        // The top of the heap is the largest: best score, then leftmost.
        bool operator<(const Pair& other) const {
            return score != other.score ? score < other.score : left > other.left;
        }
    };

    const std::string& Piece(TokenId id) const {
        return tokenizer_.pieces[static_cast<size_t>(id)];
    }

    // Puts the pair that begins at `left` into the heap if there is a token for it.
    void Offer(size_t left) {
        constexpr float kWorstScore = -1e10f;  // run.c merges only what is better than this
        const size_t right = next_[left];
        if (right >= ids_.size()) return;
        const std::string& left_piece = Piece(ids_[left]);
        const std::string& right_piece = Piece(ids_[right]);
        if (left_piece.size() + right_piece.size() > longest_piece_) return;
        const auto found = index_.find(left_piece + right_piece);
        if (found == index_.end()) return;
        const float score = tokenizer_.scores[static_cast<size_t>(found->second)];
        if (!(score > kWorstScore)) return;
        heap_.push({score, left, right, ids_[left], ids_[right], found->second});
    }

    bool IsCurrent(const Pair& pair) const {
        return ids_[pair.left] == pair.left_id && next_[pair.left] == pair.right &&
               ids_[pair.right] == pair.right_id;
    }

    void MergeInto(const Pair& pair) {
        ids_[pair.left] = pair.merged_id;
        ids_[pair.right] = kUnlinked;
        next_[pair.left] = next_[pair.right];
        if (next_[pair.left] < ids_.size()) previous_[next_[pair.left]] = pair.left;
        Offer(pair.left);
        if (previous_[pair.left] != kNone) Offer(previous_[pair.left]);
    }

    const Tokenizer& tokenizer_;
    const IdOfPiece& index_;
    std::vector<TokenId> ids_;
    std::vector<size_t> next_, previous_;  // a linked list through ids_
    std::priority_queue<Pair> heap_;
    size_t longest_piece_ = 0;
};

std::vector<TokenId> EncodeBytePair(const Tokenizer& tokenizer, std::vector<TokenId> ids,
                                    std::string_view text) {
    assert(tokenizer.scores.size() == tokenizer.pieces.size());
    if (text.empty()) return ids;
    const IdOfPiece index = IndexPieces(tokenizer);
    if (const auto space = index.find(" "); space != index.end()) ids.push_back(space->second);
    EncodeCharacters(tokenizer, index, text, ids);
    return PairMerger(tokenizer, index, ids).Merge();
}

// The byte of a token such as <0x0A>.
std::optional<char> ByteOfToken(const std::string& piece) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    if (piece.size() != 6 || piece.compare(0, 3, "<0x") != 0 || piece[5] != '>') return {};
    const size_t high = kDigits.find(piece[3]);
    const size_t low = kDigits.find(piece[4]);
    if (high == std::string_view::npos || low == std::string_view::npos) return {};
    return static_cast<char>(high * 16 + low);
}

}  // namespace

std::vector<TokenId> Encode(const Tokenizer& tokenizer, std::optional<TokenId> begin_token,
                            std::string_view text) {
    std::vector<TokenId> ids;
    if (begin_token) ids.push_back(*begin_token);
    if (tokenizer.kind == TokenizerKind::BytePair) {
        ids = EncodeBytePair(tokenizer, std::move(ids), text);
    } else {
        EncodeLongest(tokenizer, text, ids);
    }
    if (ids.empty()) throw NothingTyped(tokenizer);
    return ids;
}

std::string Detokenize(const Tokenizer& tokenizer, std::optional<TokenId> begin_token,
                       const std::vector<TokenId>& ids) {
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
        const std::optional<char> byte = is_byte_pair ? ByteOfToken(piece) : std::nullopt;
        if (byte) {
            text += *byte;
        } else {
            text.append(piece, drops_space && piece.substr(0, 1) == " " ? 1 : 0);
        }
    }
    return text;
}

}  // namespace decodescope
