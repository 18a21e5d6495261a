#include "core/io/vocabulary_reader.h"

#include <cmath>
#include <limits>
#include <unordered_map>

#include "core/base/number.h"
#include "core/io/merging_section.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

// Scores are floats, as in llama2.c. One that is not finite could not be sorted.
std::vector<float> ReadScores(const TomlReader& reader, const TomlValue& value,
                              const std::string& name, TokenId count) {
    const Vector<double> numbers = reader.Numbers(value, name, {count, "one for each token"});
    std::vector<float> scores;
    for (const double number : numbers) {
        if (!(std::abs(number) <= double{std::numeric_limits<float>::max()})) {
            const std::string index = std::to_string(scores.size());
            throw reader.Wrong((*value.AsArray())[scores.size()].place,
                               name + "[" + index + "] is " + FormatShortest(number),
                               "it must be a finite number of at most 3.4e38");
        }
        scores.push_back(static_cast<float>(number));
    }
    return scores;
}

void ReadKind(const TomlReader& reader, const TomlValue& root, const std::string& prefix,
              Tokenizer& tokenizer) {
    const TomlValue* join = root.Find("join");
    const TomlValue* scores = root.Find("scores");
    if (scores && join) {
        throw reader.Wrong(join->place, "tokens with scores are not joined by text",
                           "leave out 'join', or 'scores'");
    }
    if (scores) {
        tokenizer.scores = ReadScores(reader, *scores, prefix + "scores", tokenizer.size());
        tokenizer.kind = TokenizerKind::BytePair;
    } else if (join) {
        tokenizer.kind = reader.Choice<TokenizerKind>(
            *join, prefix + "join", {{" ", TokenizerKind::Words}, {"", TokenizerKind::Text}});
    }
}

// Of two tokens with the same bytes, a prompt could only ever use the first.
void RequireDistinct(const TomlReader& reader, const TomlValue::Array& tokens,
                     const Tokenizer& tokenizer) {
    std::unordered_map<std::string_view, size_t> id_of;
    for (size_t id = 0; id < tokens.size(); ++id) {
        const auto [first, is_new] = id_of.emplace(tokenizer.pieces[id], id);
        if (is_new) continue;
        throw reader.Wrong(tokens[id].place,
                           "the token '" + PrintableUtf8(tokenizer.pieces[id]) +
                               "' appears twice, as ID " + std::to_string(first->second) +
                               " and as ID " + std::to_string(id),
                           "every token must be different");
    }
}

}  // namespace

Tokenizer ReadTokenizer(const TomlReader& reader, const TomlValue& root,
                        const std::string& prefix) {
    const TomlValue& value =
        reader.Require(root, "tokens", "write the vocabulary: tokens = [\"A\", \"B\"]");
    const std::string name = prefix + "tokens";
    const TomlValue::Array& tokens = reader.Array(value, name, {});
    if (tokens.empty()) {
        throw reader.Wrong(value.place, "the vocabulary is empty",
                           "write at least one token: tokens = [\"A\"]");
    }
    Tokenizer tokenizer;
    for (size_t id = 0; id < tokens.size(); ++id) {
        tokenizer.pieces.push_back(reader.Bytes(tokens[id], name + "[" + std::to_string(id) + "]"));
    }
    ReadKind(reader, root, prefix, tokenizer);
    if (const TomlValue* merging = root.Find("merging")) {
        if (const TomlValue* join = root.Find("join")) {
            throw reader.Wrong(join->place, "tokens that merge are not joined by text",
                               "leave out 'join', or [merging]");
        }
        ReadMerging(reader, *merging, prefix + "merging", tokenizer);
        return tokenizer;
    }
    if (tokenizer.kind != TokenizerKind::BytePair) RequireDistinct(reader, tokens, tokenizer);
    return tokenizer;
}

std::optional<TokenId> ReadTokenId(const TomlReader& reader, const TomlValue& root,
                                   std::string_view key, const std::string& prefix,
                                   const Tokenizer& tokenizer) {
    const TomlValue* value = root.Find(key);
    if (!value) return std::nullopt;
    const std::string name = prefix + std::string(key);
    if (std::holds_alternative<std::int64_t>(value->data)) {
        return reader.Integer(*value, name, 0, tokenizer.size() - 1);
    }
    const std::string piece = reader.Bytes(*value, name);
    for (TokenId id = 0; id < tokenizer.size(); ++id) {
        if (tokenizer.pieces[static_cast<size_t>(id)] == piece) return id;
    }
    throw reader.Wrong(value->place, name + " '" + PrintableUtf8(piece) + "' is not a token",
                       "write one of 'tokens', or its ID");
}

}  // namespace decodescope
