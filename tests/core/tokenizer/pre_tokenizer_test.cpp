#include "core/tokenizer/pre_tokenizer.h"

#include <string>

#include "tests/support/catch.h"

namespace decodescope {
namespace {

// The words with bars between them.
std::string Split(PreTokenizer how, std::string_view text) {
    std::string words;
    for (const std::string_view word : SplitIntoWords(how, text)) {
        words += (words.empty() ? "" : "|") + std::string(word);
    }
    return words;
}

TEST_CASE("GPT-2 cuts before words, and keeps a space with the word after it") {
    const auto split = [](std::string_view text) { return Split(PreTokenizer::Gpt2, text); };
    CHECK(split("It's 12 o'clock") == "It|'s| 12| o|'|clock");
    CHECK(split("IT'S") == "IT|'|S");
    CHECK(split("a  b") == "a| | b");
    CHECK(split("a  \n") == "a|  \n");
    CHECK(split("x1y22") == "x|1|y|22");
    CHECK(split("naïve—½!?") == "naïve|—|½|!?");
    CHECK(split("").empty());
}

TEST_CASE("Llama 3 takes three digits at most, and line ends with the signs before them") {
    const auto split = [](std::string_view text) { return Split(PreTokenizer::Llama3, text); };
    CHECK(split("1234567") == "123|456|7");
    CHECK(split("IT'S (you)") == "IT|'S| (|you|)");
    CHECK(split("f();\n\n  x") == "f|();\n\n| | x");
    CHECK(split("a \n \n  b") == "a| \n \n| | b");
    CHECK(split("'ſ") == "'ſ");
}

TEST_CASE("Qwen takes single digits, and so does SmolLM, which is GPT-2 between them") {
    CHECK(Split(PreTokenizer::Qwen2, "a 12b") == "a| |1|2|b");
    CHECK(Split(PreTokenizer::SmolLm, "a 12's  x") == "a| |1|2|'s| | x");
    CHECK(Split(PreTokenizer::SmolLm, "  3") == "  |3");
}

TEST_CASE("A word begins at each space") {
    CHECK(Split(PreTokenizer::BeforeSpaces, "ab c  d") == "ab| c| | d");
    CHECK(Split(PreTokenizer::None, "ab c") == "ab c");
}

TEST_CASE("A byte that is not UTF-8 is no letter, number or space") {
    CHECK(Split(PreTokenizer::Gpt2, "a\xFF\xFE b\xC3") == "a|\xFF\xFE| b|\xC3");
}

}  // namespace
}  // namespace decodescope
