#include "core/tokenizer/tokenizer.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "core/base/utf8.h"
#include "core/io/llama2c.h"
#include "core/tokenizer/token_display.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/models.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

using Ids = std::vector<TokenId>;

const Tokenizer kLetters{TokenizerKind::Words, {"A", "B", "C"}, {}};
const Tokenizer kWords{TokenizerKind::Words, {"<end>", "drink", "drinks", "tea", "."}, {}};
const Tokenizer kText{TokenizerKind::Text, {"a", "ab", "abc", " ", "é", "\xC3", "\xA9"}, {}};

// --- Words and Text -----------------------------------------------------------------------------

TEST_CASE("Words may be written with or without spaces between them") {
    for (const char* text : {"A B", "AB", "  A\tB\n"}) {
        CHECK(Encode(kLetters, {}, text) == Ids{0, 1});
    }
    CHECK(Encode(kWords, {}, "drinks tea. <end>") == Ids{2, 3, 4, 0});
    CHECK(Encode(kWords, {}, "drinkdrinks") == Ids{1, 2});
}

TEST_CASE("The longest token from the left is taken, and spaces of a text are characters") {
    CHECK(Encode(kText, {}, "abcab a") == Ids{2, 1, 3, 0});
    CHECK(Encode(kText, {}, "é\xC3") == Ids{4, 5});
}

TEST_CASE("A character that is in no token is named with its offset") {
    CHECK(ErrorOf([] { Encode(kLetters, {}, "A é"); }) ==
          "no token of this model fits at 'é', prompt, byte 2, use its tokens: A, B and C");
    CHECK(ErrorOf([] {
              Encode(kText, {},
                     "ab "
                     "abx");
          }).find("'x', prompt, byte 5") != std::string::npos);
    CHECK(ErrorOf([] { Encode(kLetters, {}, "A\xFF"); }).find("'<0xFF>', prompt, byte 1") !=
          std::string::npos);
}

TEST_CASE("An empty prompt is an error that says what to type, unless there is a begin token") {
    for (const char* text : {"", "  "}) {
        CHECK(ErrorOf([&] { Encode(kLetters, {}, text); }) ==
              "the prompt is empty, prompt, type one or more of this model's tokens: A, B and C");
    }
    CHECK(Encode(kLetters, TokenId{2}, "") == Ids{2});
    CHECK(Encode(kLetters, TokenId{2}, "A") == Ids{2, 0});
}

TEST_CASE("Words are joined by spaces, text is not, and a begin token adds nothing") {
    CHECK(Detokenize(kLetters, {}, {0, 1, 0}) == "A B A");
    CHECK(Detokenize(kLetters, TokenId{2}, {2, 0, 1}) == "A B");
    CHECK(Detokenize(kText, {}, {2, 3, 4}) == "abc é");
    CHECK(Detokenize(kText, {}, {5, 6}) == "é");
    CHECK(Detokenize(kText, {}, {5}) == "\xC3");
    CHECK(Detokenize(kText, {}, {}).empty());
}

// --- BytePair -----------------------------------------------------------------------------------

// A vocabulary as llama2.c has it: three special tokens, the bytes, then letters and their merges.
Tokenizer RandomBytePair(std::mt19937_64& random) {
    Tokenizer tokenizer{TokenizerKind::BytePair, {"<unk>", "\n<s>\n", "\n</s>\n"}, {}};
    for (int byte = 0; byte < 256; ++byte) {
        tokenizer.pieces.push_back(ByteName(static_cast<char>(byte)));
    }
    std::set<std::string> pieces = {" ", "a", "b", "c", "é"};
    while (pieces.size() < 60) {
        const auto any = [&] {
            return *std::next(pieces.begin(), static_cast<long>(random() % pieces.size()));
        };
        if (const std::string merged = any() + any(); merged.size() <= 8) pieces.insert(merged);
    }
    tokenizer.pieces.insert(tokenizer.pieces.end(), pieces.begin(), pieces.end());
    for (size_t id = 0; id < tokenizer.pieces.size(); ++id) {
        tokenizer.scores.push_back(-static_cast<float>(random() % 20));  // many ties
    }
    return tokenizer;
}

// Merges as run.c does it: looks through all pairs for each merge.
Ids MergeByRescan(const Tokenizer& tokenizer, Ids ids) {
    while (true) {
        float best_score = -1e10f;
        TokenId best_id = -1;
        size_t best_place = 0;
        for (size_t i = 0; i + 1 < ids.size(); ++i) {
            const std::string pair = tokenizer.pieces[static_cast<size_t>(ids[i])] +
                                     tokenizer.pieces[static_cast<size_t>(ids[i + 1])];
            const auto found = std::find(tokenizer.pieces.begin(), tokenizer.pieces.end(), pair);
            if (found == tokenizer.pieces.end()) continue;
            const auto id = static_cast<size_t>(found - tokenizer.pieces.begin());
            if (tokenizer.scores[id] <= best_score) continue;
            best_score = tokenizer.scores[id];
            best_id = static_cast<TokenId>(id);
            best_place = i;
        }
        if (best_id < 0) return ids;
        ids[best_place] = best_id;
        ids.erase(ids.begin() + static_cast<long>(best_place) + 1);
    }
}

TokenId IdOf(const Tokenizer& tokenizer, const std::string& piece) {
    const auto found = std::find(tokenizer.pieces.begin(), tokenizer.pieces.end(), piece);
    return static_cast<TokenId>(found - tokenizer.pieces.begin());
}

TEST_CASE("Byte pairs merge in the same order as if all pairs were looked at for each merge") {
    std::mt19937_64 random(7);
    for (int round = 0; round < 100; ++round) {
        const Tokenizer tokenizer = RandomBytePair(random);
        std::string text;
        Ids characters = {1, IdOf(tokenizer, " ")};
        for (int i = 0; i < 40; ++i) {
            constexpr const char* kCharacters[] = {"a", "b", "c", " ", "é"};
            const std::string character = kCharacters[random() % 5];
            text += character;
            characters.push_back(IdOf(tokenizer, character));
        }
        REQUIRE(Encode(tokenizer, TokenId{1}, text) == MergeByRescan(tokenizer, characters));
    }
}

TEST_CASE("A character without a token is spelled in bytes, and comes back") {
    std::mt19937_64 random(3);
    const Tokenizer tokenizer = RandomBytePair(random);
    const Ids ids = Encode(tokenizer, TokenId{1}, "→");
    CHECK(ids == Ids{1, IdOf(tokenizer, " "), 3 + 0xE2, 3 + 0x86, 3 + 0x92});
    CHECK(Detokenize(tokenizer, TokenId{1}, ids) == "→");
    CHECK(Detokenize(tokenizer, TokenId{1}, {1, 3 + 0xE2}) == "\xE2");
}

TEST_CASE("Any bytes survive byte pairs and back, whether they are UTF-8 or not") {
    std::mt19937_64 random(5);
    const Tokenizer tokenizer = RandomBytePair(random);
    for (int round = 0; round < 200; ++round) {
        std::string text;
        for (std::uint64_t i = random() % 30; i > 0; --i) text += static_cast<char>(random());
        REQUIRE(Detokenize(tokenizer, TokenId{1}, Encode(tokenizer, TokenId{1}, text)) == text);
    }
}

TEST_CASE("A prompt of a hundred thousand characters is encoded at once") {
    std::mt19937_64 random(9);
    const Tokenizer tokenizer = RandomBytePair(random);
    std::string text;
    while (text.size() < 100000) text += "abc"[random() % 3];
    const Ids ids = Encode(tokenizer, TokenId{1}, text);
    CHECK(Detokenize(tokenizer, TokenId{1}, ids) == text);
}

TEST_CASE("Prompts become the tokens that llama2.c makes of them", "[models]") {
    const std::filesystem::path vocabulary = ModelPath("tok512.bin");
    const std::filesystem::path reference = ModelReferencePath("stories260K.json");
    if (vocabulary.empty() || reference.empty()) SKIP("tok512.bin or stories260K.json not found");
    const Tokenizer tokenizer = ParseLlama2cTokenizer(Slurp(vocabulary), 512, "tok512.bin");
    std::ifstream json(reference);
    int compared = 0;
    const nlohmann::json runs = nlohmann::json::parse(json)["runs"];
    for (const auto& run : runs) {
        const std::string prompt = run["prompt"];
        INFO(prompt);
        CHECK(Encode(tokenizer, TokenId{1}, prompt) == run["prompt_tokens"].get<Ids>());
        ++compared;
    }
    CHECK(compared >= 3);
}

// --- Display ------------------------------------------------------------------------------------

std::vector<std::string> Displayed(std::vector<std::string> pieces) {
    const Tokenizer tokenizer{TokenizerKind::Text, std::move(pieces), {}};
    std::vector<std::string> texts;
    for (TokenId id = 0; id < tokenizer.size(); ++id) texts.push_back(DisplayText(tokenizer, id));
    return texts;
}

using Texts = std::vector<std::string>;

TEST_CASE("A token is displayed as it is, and what cannot be seen is written out") {
    CHECK(Displayed({"A", "##ing", "%s", "é", "<end>"}) == Texts{"A", "##ing", "%s", "é", "<end>"});
    CHECK(Displayed({"", " the", "a  ", " ", "a b"}) == Texts{"\"\"", "␣the", "a␣␣", "␣", "a b"});
    CHECK(Displayed({"\n", "\x7F", "\xE2\x82", "\xC2\x85"}) ==
          Texts{"<0x0A>", "<0x7F>", "<0xE2><0x82>", "<0xC2><0x85>"});
    CHECK(Displayed({"\u200A", "\u202E", "\u0301"}) ==
          Texts{"<0xE2><0x80><0x8A>", "<0xE2><0x80><0xAE>", "◌\u0301"});
}

TEST_CASE("The begin token of llama2.c is displayed without its line breaks") {
    CHECK(Displayed({"<unk>", "\n<s>\n", "\n</s>\n"}) == Texts{"<unk>", "<s>", "</s>"});
    CHECK(Displayed({"<s>", "\n<s>\n"})[1] != "<s>");
    CHECK(Displayed({"\n<\n>\n"}) == Texts{"<<0x0A>>"});
}

TEST_CASE("A long token is displayed by its beginning and its ID") {
    const std::string longest(48, 'a');
    CHECK(Displayed({longest, longest + "b", longest + "c"}) ==
          Texts{longest, longest + "… #1", longest + "… #2"});
}

TEST_CASE("Tokens that look alike are told apart by their code points") {
    CHECK(Displayed({"A", "А", "Α"}) == Texts{"A", "А U+0410", "Α U+0391"});
    CHECK(Displayed({"é", "e\u0301", "e"}) == Texts{"é U+00E9", "e\u0301 U+0065 U+0301", "e"});
    CHECK(Displayed({"<0x0A>", "\n"}) == Texts{"<0x0A>", "<0x0A> U+000A"});
    CHECK(Displayed({"", "\"\""}) == Texts{"\"\" empty", "\"\""});
    CHECK(Displayed({" a", "␣a"}) == Texts{"␣a U+0020 U+0061", "␣a U+2423 U+0061"});
    CHECK(Displayed({"A", "A", "B"}) == Texts{"A #0", "A #1", "B"});
    CHECK(Displayed({"ａ", "a"}) == Texts{"ａ U+FF41", "a"});
}

TEST_CASE("Tokens that differ display differently, whatever bytes they are of") {
    std::mt19937_64 random(11);
    constexpr const char* kParts[] = {"A",    "А",       " ",       "\n",  "<0x0A>", "\xC3",
                                      "\xA9", "é",       "e\u0301", "\"",  "␣",      "#",
                                      "0",    " U+0041", " #1",     " 0x", " empty"};
    for (int round = 0; round < 200; ++round) {
        std::vector<std::string> pieces;
        for (int id = 0; id < 40; ++id) {
            std::string piece;
            for (std::uint64_t i = random() % 4; i > 0; --i) piece += kParts[random() % 17];
            pieces.push_back(piece);
        }
        const Texts texts = Displayed(pieces);
        REQUIRE(std::set<std::string>(texts.begin(), texts.end()).size() == pieces.size());
        for (const std::string& text : texts) {
            REQUIRE_FALSE(text.empty());
            REQUIRE_FALSE(FirstInvalidUtf8(text));
        }
    }
}

TEST_CASE("Any bytes can be printed as UTF-8") {
    CHECK(PrintableUtf8("aé\n\xFF\xE2\x82z") == "aé<0x0A><0xFF><0xE2><0x82>z");
    CHECK(PrintableUtf8("\xED\xA0\x80") == "<0xED><0xA0><0x80>");  // a surrogate
    CHECK(PrintableUtf8("\xC0\x80") == "<0xC0><0x80>");            // overlong
    CHECK(PrintableUtf8("").empty());
}

}  // namespace
}  // namespace decodescope
