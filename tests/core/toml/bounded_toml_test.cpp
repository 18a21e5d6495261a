// What the TOML parser refuses, and the places that it names.
#include "core/toml/bounded_toml.h"

#include "tests/support/catch.h"
#include "tests/support/errors.h"

namespace decodescope {
namespace {

std::string ErrorIn(const std::string& text) {
    return ErrorOf([&] { ParseToml(text, "m.toml"); });
}

bool Contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_CASE("Text that is not TOML is explained with its place") {
    CHECK(Contains(ErrorIn("tokens = [\"A\",\n"), "m.toml:1:16, is the file cut off?"));
    CHECK(Contains(ErrorIn("name = \"\xFF\"\n"), "the text is not UTF-8, m.toml:1:9"));
    CHECK(Contains(ErrorIn("name = \"a\nb\"\n"), "this is not TOML"));
    CHECK(Contains(ErrorIn("name = 1\nname = 2\n"), "m.toml:2:"));
    CHECK(Contains(ErrorIn("tokens = [ }\n"), "this brace closes nothing, m.toml:1:12"));
    CHECK(Contains(ErrorIn("x = { a = 1 ]\n"), "this bracket closes nothing, m.toml:1:13"));
    CHECK(Contains(ErrorIn("x = 1 ]\n"), "this closes nothing, m.toml:1:7"));
}

TEST_CASE("Nesting beyond any use is refused before it is parsed") {
    constexpr int kMany = 1000000;
    const auto repeated = [](const std::string& part) {
        std::string text;
        for (int i = 0; i < kMany; ++i) text += part;
        return text;
    };
    CHECK(Contains(ErrorIn("x = " + repeated("[")), "nested too deeply, m.toml:1:21"));
    CHECK(Contains(ErrorIn("x = " + repeated("{a=")), "nested too deeply"));
    CHECK(Contains(ErrorIn(repeated("a.") + "a = 1"), "too many parts"));
    CHECK(Contains(ErrorIn("[" + repeated("a . ") + "a]"), "too many parts"));
    CHECK(Contains(ErrorIn(repeated("\"a\".") + "a = 1"), "too many parts"));
    CHECK(Contains(ErrorIn("x = {" + repeated("a.") + "a = 1}"), "too many parts"));
    CHECK(Contains(ErrorIn(std::string(kLargestToml + 1, '\n')), "larger than"));
    // Brackets in strings and comments do not count.
    const std::string brackets(100, '['), braces(100, '{');
    const TomlDocument document = ParseToml(
        "a = \"" + brackets + "\" # " + braces + "\nb = '''" + brackets + "'''", "m.toml");
    CHECK(*document.root.Find("a")->AsString() == brackets);
    CHECK(*document.root.Find("b")->AsString() == brackets);
}

}  // namespace
}  // namespace decodescope
