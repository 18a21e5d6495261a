#include "core/base/utf8.h"

#include "core/base/error.h"
#include "tests/support/catch.h"

namespace decodescope {
namespace {

TEST_CASE("A long text keeps its beginning and its end, and no character is cut") {
    CHECK(ShortenedText("short", 20) == "short");
    CHECK(ShortenedText("0123456789abcdefghij", 20) == "0123456789abcdefghij");
    CHECK(ShortenedText("0123456789abcdefghijk", 20) == "0123456 … efghijk");
    std::string text;
    for (int i = 0; i < 100; ++i) text += i % 2 == 0 ? "日" : "🙂";
    for (std::size_t most = 20; most < 60; ++most) {
        const std::string shortened = ShortenedText(text, most);
        CHECK(shortened.size() <= most);
        CHECK_FALSE(FirstInvalidUtf8(shortened));
    }
    CHECK(ShortenedText(std::string(100, '\x80'), 20).size() <= 20);
}

TEST_CASE("No message carries megabytes, however long a token or a path in it") {
    const std::string megabytes(std::size_t{15} << 20, 'x');
    const Error error("'" + megabytes + "' is no token", megabytes, "write " + megabytes);
    CHECK(std::string(error.what()).size() < 2000);
    CHECK(error.what_is_wrong.ends_with("xxx' is no token"));
    CHECK(error.where.size() + error.expected.size() < 2000);
}

}  // namespace
}  // namespace decodescope
