#include "app/look/token_label.h"

#include <algorithm>

#include "tests/support/catch.h"

namespace decodescope {
namespace {

auto FitsInto(int characters) {
    return [characters](const std::string& words) {
        const auto starts = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; };
        return std::ranges::count_if(words, starts) <= characters;
    };
}

}  // namespace

TEST_CASE("A token's label is its text, else its beginning and its ID, else the ID") {
    const std::string text = "Once upon";
    CHECK(TokenLabel(text, 403, FitsInto(9)) == text);
    CHECK(TokenLabel(text, 403, FitsInto(8)) == "On… #403");
    CHECK(TokenLabel(text, 403, FitsInto(7)) == "#403");
    CHECK(TokenLabel(text, 403, FitsInto(1)) == "#403");
    CHECK(TokenLabel("日本日本", 7, FitsInto(3)) == "#7");
    CHECK(TokenLabel("日本日本日本日", 7, FitsInto(6)) == "日本… #7");
}

TEST_CASE("Labels of different tokens differ, however little room there is") {
    for (int room = 1; room < 20; ++room) {
        CHECK(TokenLabel("U+65E5 U+672C", 300, FitsInto(room)) !=
              TokenLabel("U+65E5 U+6728", 301, FitsInto(room)));
        CHECK(TokenLabel(std::string(300, 'a'), 1, FitsInto(room)) !=
              TokenLabel(std::string(299, 'a') + "b", 2, FitsInto(room)));
    }
}

}  // namespace decodescope
