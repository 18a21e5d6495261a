#include "core/tokenizer/merge_encoder.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/sha256.h"
#include "core/tokenizer/byte_alphabet.h"
#include "core/tokenizer/merge_rules.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"

namespace decodescope {
namespace {

using Json = nlohmann::json;
using Ids = std::vector<TokenId>;

// --- A second implementation
// -------------------------------------------------------------------------

std::string BytesOfHex(const std::string& hex) {
    std::string bytes;
    for (size_t i = 0; i < hex.size(); i += 2) {
        bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    }
    return bytes;
}

std::string WithSpaces(std::string text) {
    for (size_t at = 0; (at = text.find("▁", at)) != std::string::npos;) text.replace(at, 3, " ");
    return text;
}

PreTokenizer PatternNamed(const std::string& name) {
    if (name == "gpt2") return PreTokenizer::Gpt2;
    if (name == "smollm") return PreTokenizer::SmolLm;
    return name == "llama3" ? PreTokenizer::Llama3 : PreTokenizer::Qwen2;
}

Tokenizer TokenizerFrom(const Json& table) {
    const auto names = table["tokens"].get<std::vector<std::string>>();
    const bool is_byte_level = table.contains("pre_tokenizer");
    Tokenizer tokenizer{.kind = is_byte_level ? TokenizerKind::ByteLevel
                                              : TokenizerKind::SentencePiece};
    MergeRules rules;
    for (const std::string& name : names) {
        tokenizer.pieces.push_back(is_byte_level ? BytesOfAlphabet(name).value()
                                                 : WithSpaces(name));
    }
    if (is_byte_level) {
        rules.pre_tokenizer = PatternNamed(table["pre_tokenizer"]);
    } else {
        rules.space_prefix = SpacePrefix::Always;
        rules.roles.assign(names.size(), TokenRole::Text);
        rules.roles[0] = TokenRole::Special;
        std::fill_n(rules.roles.begin() + 1, 256, TokenRole::Byte);
    }
    if (table.contains("scores")) tokenizer.scores = table["scores"].get<std::vector<float>>();
    const auto id_of = [&](const std::string& name) {
        return static_cast<TokenId>(std::ranges::find(names, name) - names.begin());
    };
    for (const Json& pair : table.value("merges", Json::array())) {
        const std::string left = pair[0], right = pair[1];
        rules.merges.push_back({id_of(left), id_of(right), id_of(left + right)});
    }
    tokenizer.merging = std::make_shared<const MergeVocabulary>(tokenizer.pieces, rules);
    return tokenizer;
}

std::string DigestOf(const std::string& text) {
    Sha256 hash;
    hash.Add(text);
    std::string hex;
    for (const auto byte : hash.Finish()) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        hex += kDigits[static_cast<unsigned char>(byte) >> 4];
        hex += kDigits[static_cast<unsigned char>(byte) & 15];
    }
    return hex.substr(0, 16);
}

// Made by tests/reference/tokenizers.py: several scripts, emoji, code, white space, broken UTF-8.
TEST_CASE("A thousand texts become the tokens of a second implementation, and these the texts") {
    std::ifstream file("tests/reference/tokenizers.json");
    REQUIRE(file.is_open());
    const Json reference = Json::parse(file);
    std::vector<std::string> texts;
    for (const Json& text : reference["texts"]) {
        texts.push_back(text.is_string() ? text.get<std::string>() : BytesOfHex(text["bytes"]));
    }
    CHECK(texts.size() == 1000);
    for (const auto& [name, table] : reference["tokenizers"].items()) {
        const Tokenizer tokenizer = TokenizerFrom(table);
        const size_t group = texts.size() / table["digests"].size();
        for (size_t first = 0; first < texts.size(); first += group) {
            INFO(name << ", texts " << first << " to " << first + group - 1);
            std::string lines;
            for (size_t i = first; i < first + group; ++i) {
                const Ids ids = Encode(tokenizer, std::nullopt, texts[i]);
                for (size_t j = 0; j < ids.size(); ++j) {
                    lines += (j == 0 ? "" : " ") + std::to_string(ids[j]);
                }
                lines += "\n";
                const std::string back = Detokenize(tokenizer, std::nullopt, ids);
                const bool is_byte_level = tokenizer.kind == TokenizerKind::ByteLevel;
                REQUIRE(back == (is_byte_level ? texts[i] : WithSpaces(texts[i])));
            }
            CHECK(DigestOf(lines) == table["digests"][first / group]);
        }
    }
}

// --- Special tokens and spaces
// -------------------------------------------------------------------------

// "a", "b", " ", "ab", "<s>" and "<s>x", of which the last two are recognised in texts.
Tokenizer Letters(MergeRules rules, TokenizerKind kind = TokenizerKind::ByteLevel) {
    Tokenizer tokenizer{.kind = kind, .pieces = {"a", "b", " ", "ab", "<s>", "<s>b", " a"}};
    rules.merges = {{0, 1, 3}, {2, 0, 6}};
    rules.roles.assign(7, TokenRole::Text);
    rules.roles[4] = rules.roles[5] = TokenRole::Special;
    rules.in_text = {{4, "<s>"}, {5, "<s>b"}};
    tokenizer.merging = std::make_shared<const MergeVocabulary>(tokenizer.pieces, rules);
    return tokenizer;
}

TEST_CASE("Special tokens are taken out of a text first, the longest that fits") {
    const Tokenizer tokenizer = Letters({});
    CHECK(Encode(tokenizer, {}, "a<s>b") == Ids{0, 5});
    CHECK(Encode(tokenizer, {}, "a<s>ab<s>") == Ids{0, 4, 3, 4});
    CHECK(Detokenize(tokenizer, {}, {0, 4, 3, 4}) == "aab");
    CHECK(Encode(tokenizer, TokenId{4}, "ab") == Ids{4, 3});
}

TEST_CASE("A space is put before every part, or where there is none, or before the text alone") {
    const auto ids = [](SpacePrefix prefix, const char* text) {
        return Encode(Letters({.space_prefix = prefix}, TokenizerKind::SentencePiece), {}, text);
    };
    CHECK(ids(SpacePrefix::Always, "a<s>a") == Ids{6, 4, 6});
    CHECK(ids(SpacePrefix::Always, " a") == Ids{2, 6});
    CHECK(ids(SpacePrefix::UnlessThere, " a<s>a") == Ids{6, 4, 6});
    CHECK(ids(SpacePrefix::FirstUnlessThere, "a<s>a") == Ids{6, 4, 0});
    CHECK(ids(SpacePrefix::FirstUnlessThere, "<s>a") == Ids{4, 0});
    CHECK(ids(SpacePrefix::None, "a") == Ids{0});
}

TEST_CASE("A character without a token is the unknown one, once for several, or an error") {
    MergeRules rules{.unknown = 4};
    CHECK(Encode(Letters(rules, TokenizerKind::SentencePiece), {}, "aéüb") == Ids{0, 4, 1});
    CHECK(ErrorOf([] {
              Encode(Letters({}), {}, "aé");
          }).starts_with("no token of this model fits at 'é'"));
}

TEST_CASE("With whole words a word that is a token is not merged") {
    Tokenizer tokenizer = Letters({.whole_words = true});
    tokenizer.pieces.push_back("ba");
    MergeRules rules = tokenizer.merging->rules();
    rules.roles.push_back(TokenRole::Text);
    tokenizer.merging = std::make_shared<const MergeVocabulary>(tokenizer.pieces, rules);
    CHECK(Encode(tokenizer, {}, "ba") == Ids{7});
    rules.whole_words = false;
    tokenizer.merging = std::make_shared<const MergeVocabulary>(tokenizer.pieces, rules);
    CHECK(Encode(tokenizer, {}, "ba") == Ids{1, 0});
}

TEST_CASE("A very long word is merged in little time") {
    const Tokenizer tokenizer = Letters({});
    std::string text;
    for (int i = 0; i < 20000; ++i) text += "ab";
    CHECK(Encode(tokenizer, {}, text).size() == 20000);
}

}  // namespace
}  // namespace decodescope
