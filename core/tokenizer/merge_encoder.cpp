#include "core/tokenizer/merge_encoder.h"

#include <cassert>

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/tokenizer/merge_rules.h"
#include "core/tokenizer/token_display.h"
#include "core/tokenizer/unicode.h"

namespace decodescope {
namespace {

// U+2581, which SentencePiece writes for a space; a text that has one means the same.
constexpr std::string_view kSpaceMark = "\xE2\x96\x81";

std::string WithSpaces(std::string_view text) {
    std::string spaced;
    while (!text.empty()) {
        const std::size_t mark = text.find(kSpaceMark);
        spaced += text.substr(0, mark);
        if (mark == std::string_view::npos) break;
        spaced += ' ';
        text.remove_prefix(mark + kSpaceMark.size());
    }
    return spaced;
}

class MergeEncoder {
public:
    MergeEncoder(const Tokenizer& tokenizer, std::vector<TokenId>& ids)
        : tokenizer_(tokenizer),
          vocabulary_(*tokenizer.merging),
          rules_(vocabulary_.rules()),
          ids_(ids) {}

    void Encode(std::string_view text) {
        whole_ = text;
        ForEachPart(text, false, [&](std::string_view part) {
            const bool is_start = part.data() == whole_.data();
            const std::string normalized = Normalize(part, is_start);
            ForEachPart(normalized, true, [&](std::string_view words) { EncodeWords(words); });
        });
    }

private:
    // Takes out the tokens that are recognised in a text, as IDs, and calls encode(part) for what
    // is between them.
    template <class EncodePart>
    void ForEachPart(std::string_view text, bool is_normalized, EncodePart encode) {
        std::size_t start = 0;
        const auto end_part = [&](std::size_t end) {
            if (end > start) encode(text.substr(start, end - start));
        };
        for (std::size_t at = 0; at < text.size();) {
            const TokenInText* const token = TokenAt(text.substr(at), is_normalized);
            if (token == nullptr) {
                ++at;
                continue;
            }
            end_part(at);
            ids_.push_back(token->id);
            at += token->text.size();
            start = at;
        }
        end_part(text.size());
    }

    // The longest that the text begins with.
    const TokenInText* TokenAt(std::string_view text, bool is_normalized) const {
        for (const std::size_t i : vocabulary_.InTextFrom(text.front())) {
            const TokenInText& token = rules_.in_text[i];
            if (token.is_after_normalizing == is_normalized && text.starts_with(token.text))
                return &token;
        }
        return nullptr;
    }

    std::string Normalize(std::string_view part, bool is_start) const {
        std::string text = rules_.composes ? ComposedText(part) : std::string(part);
        if (tokenizer_.kind != TokenizerKind::SentencePiece) return text;
        text = WithSpaces(text);
        const bool is_prefixed = HasPrefix(text, is_start);
        return is_prefixed ? " " + text : text;
    }

    bool HasPrefix(const std::string& text, bool is_start) const {
        switch (rules_.space_prefix) {
            case SpacePrefix::None: return false;
            case SpacePrefix::Always: return true;
            case SpacePrefix::UnlessThere: return !text.starts_with(' ');
            case SpacePrefix::FirstUnlessThere: return is_start && !text.starts_with(' ');
        }
        return false;
    }

    void EncodeWords(std::string_view text) {
        for (const std::string_view word : SplitIntoWords(rules_.pre_tokenizer, text)) {
            const std::optional<TokenId> whole =
                rules_.whole_words ? vocabulary_.Find(word) : std::nullopt;
            if (whole) {
                ids_.push_back(*whole);
            } else if (tokenizer_.kind == TokenizerKind::ByteLevel) {
                Append(MergeByRank(BytesOf(word)));
            } else if (tokenizer_.scores.empty()) {
                Append(MergeByRank(CharactersOf(word)));
            } else {
                EncodeByScores(word);
            }
        }
    }

    // --- Merging by rank: symbols are tokens
    // ------------------------------------------------------

    std::vector<TokenId> BytesOf(std::string_view word) const {
        std::vector<TokenId> symbols;
        for (std::size_t i = 0; i < word.size(); ++i) {
            const std::optional<TokenId> byte = vocabulary_.OfByte(word[i]);
            if (byte) {
                symbols.push_back(*byte);
            } else if (rules_.unknown) {
                symbols.push_back(*rules_.unknown);
            } else {
                throw NoToken(word, i);
            }
        }
        return symbols;
    }

    std::vector<TokenId> CharactersOf(std::string_view word) const {
        std::vector<TokenId> symbols;
        for (std::size_t i = 0; i < word.size();) {
            const std::size_t length = Utf8At(word, i).length;
            const std::string_view character = word.substr(i, length);
            if (const std::optional<TokenId> id = vocabulary_.Find(character)) {
                symbols.push_back(*id);
            } else {
                AppendWithoutToken(character, word, i, symbols);
            }
            i += length;
        }
        return symbols;
    }

    // A character that has no token: its bytes, or the unknown token, once for several in a row.
    void AppendWithoutToken(std::string_view character, std::string_view word, std::size_t offset,
                            std::vector<TokenId>& symbols) const {
        bool has_bytes = true;
        for (const char byte : character) has_bytes &= vocabulary_.OfByte(byte).has_value();
        if (has_bytes) {
            for (const char byte : character) symbols.push_back(*vocabulary_.OfByte(byte));
        } else if (!rules_.unknown) {
            throw NoToken(word, offset);
        } else if (symbols.empty() || symbols.back() != *rules_.unknown) {
            symbols.push_back(*rules_.unknown);
        }
    }

    std::vector<TokenId> MergeByRank(std::vector<TokenId> symbols) const {
        return MergePairs(std::move(symbols), [&](TokenId left, TokenId right) {
            return vocabulary_.JoinOf(left, right);
        });
    }

    void Append(const std::vector<TokenId>& symbols) {
        ids_.insert(ids_.end(), symbols.begin(), symbols.end());
    }

    // --- Merging by score: symbols are parts of the text, of which the longest are tokens
    // ---------

    void EncodeByScores(std::string_view word) {
        std::vector<std::string_view> symbols;
        for (std::size_t i = 0; i < word.size();) {
            const std::size_t length = Utf8At(word, i).length;
            symbols.push_back(word.substr(i, length));
            i += length;
        }
        const auto join_of = [&](std::string_view left,
                                 std::string_view right) -> std::optional<Join<std::string_view>> {
            const std::string_view both(left.data(), left.size() + right.size());
            const std::optional<TokenId> id = vocabulary_.Find(both);
            if (!id) return std::nullopt;
            const double score = static_cast<double>(tokenizer_.scores[static_cast<size_t>(*id)]);
            return Join<std::string_view>{-score, both};
        };
        std::vector<TokenId> ids;
        for (const std::string_view symbol : MergePairs(std::move(symbols), join_of)) {
            if (const std::optional<TokenId> id = vocabulary_.Find(symbol)) {
                ids.push_back(*id);
            } else {
                const auto offset = static_cast<std::size_t>(symbol.data() - word.data());
                AppendWithoutToken(symbol, word, offset, ids);
            }
        }
        Append(ids);
    }

    Error NoToken(std::string_view word, std::size_t offset) const {
        const std::string shown = PrintableUtf8(word.substr(offset, Utf8At(word, offset).length));
        return Error("no token of this model fits at '" + shown + "'",
                     "prompt, in '" + PrintableUtf8(word) + "'", "leave it out");
    }

    const Tokenizer& tokenizer_;
    const MergeVocabulary& vocabulary_;
    const MergeRules& rules_;
    std::vector<TokenId>& ids_;
    std::string_view whole_;
};

}  // namespace

void EncodeByMerging(const Tokenizer& tokenizer, std::string_view text, std::vector<TokenId>& ids) {
    assert(tokenizer.merging != nullptr);
    MergeEncoder(tokenizer, ids).Encode(text);
}

std::string DetokenizeMerged(const Tokenizer& tokenizer, const std::vector<TokenId>& ids) {
    const MergeVocabulary& vocabulary = *tokenizer.merging;
    std::string text;
    for (const TokenId id : ids) {
        const std::string& piece = tokenizer.pieces[static_cast<std::size_t>(id)];
        switch (vocabulary.RoleOf(id)) {
            case TokenRole::Text: text += piece; break;
            case TokenRole::Byte: text += ByteNamed(piece).value_or('?'); break;
            case TokenRole::Special:
            case TokenRole::Unused: break;
        }
    }
    const bool has_prefix = vocabulary.rules().space_prefix != SpacePrefix::None;
    return has_prefix && text.starts_with(' ') ? text.substr(1) : text;
}

}  // namespace decodescope
