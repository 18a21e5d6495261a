#include "core/toml/toml_writer.h"

#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("Lists and rows are written as a person would write them") {
    CHECK(TomlList({"1", "2"}) == "[1, 2]");
    CHECK(TomlRows({{1, -1}, {10, 0.5}}, {"A", "B"}) ==
          "[\n  [ 1,  -1],  # A\n  [10, 0.5],  # B\n]");
    CHECK(TomlText("a\"\n\x01") == "\"a\\\"\\n\\u0001\"");
    CHECK(TomlText("\xE2\x82") == "{ bytes = [0xE2, 0x82] }");
}

TEST_CASE("A whole number beyond what TOML has is written as a string") {
    CHECK(TomlUnsigned(0) == "0");
    CHECK(TomlUnsigned(9223372036854775807u) == "9223372036854775807");
    CHECK(TomlUnsigned(9223372036854775808u) == "\"9223372036854775808\"");
}

}  // namespace decodescope
