#include "core/tokenizer/unicode.h"

#include "tests/support/catch.h"

namespace decodescope {
namespace {

TEST_CASE("Letters, numbers and spaces are told apart in all scripts") {
    for (const char32_t letter : {U'a', U'ß', U'ʰ', U'水', U'ǅ'}) {
        CHECK(ClassOf(letter) == CharacterClass::Letter);
    }
    for (const char32_t number : {U'7', U'½', U'Ⅷ', U'٣'}) {
        CHECK(ClassOf(number) == CharacterClass::Number);
    }
    for (const char32_t space : {U' ', U'\n', U'\u0085', U'\u00A0', U'\u3000'}) {
        CHECK(ClassOf(space) == CharacterClass::Space);
    }
    for (const char32_t other : {U'!', U'\u0301', U'\u200B', U'🦆', U'\0'}) {
        CHECK(ClassOf(other) == CharacterClass::Other);
    }
}

TEST_CASE("A text is composed, and its broken bytes stay") {
    CHECK(ComposedText("e\u0301") == "é");
    CHECK(ComposedText("A\u030A\xFF"
                       "e\u0301\xC3") ==
          "Å\xFF"
          "é\xC3");
    CHECK(ComposedText("").empty());
    CHECK(ComposedText("\xFF\xFF") == "\xFF\xFF");
}

}  // namespace
}  // namespace decodescope
