#include "core/io/socket.h"

#include "core/base/error.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"

namespace decodescope {
namespace {

constexpr Patience kPatience{5000};

TEST_CASE("An address is a port, with a host before it where it is another machine") {
    CHECK(ParseAddress("9000", "--to") == Address{"127.0.0.1", 9000});
    CHECK(ParseAddress("0", "--listen") == Address{"127.0.0.1", 0});
    CHECK(ParseAddress("localhost:65535", "--to") == Address{"localhost", 65535});
    CHECK(ParseAddress("[::1]:80", "--to") == Address{"::1", 80});
    CHECK(TextOf({"::1", 80}) == "[::1]:80");
    CHECK(TextOf({"127.0.0.1", 9000}) == "127.0.0.1:9000");
    for (const char* wrong :
         {"", ":", "x", ":80", "host:", "65536", "-1", "+1", "1 ", "1.0", "h:p"}) {
        INFO(wrong);
        CHECK(ErrorOf([&] { ParseAddress(wrong, "--to"); }).find("--to") != std::string::npos);
    }
}

TEST_CASE("A port has one listener at most, and connecting fails where there is none") {
    Address address;
    {
        const Listener listener({"127.0.0.1", 0});
        address = listener.address();
        CHECK(address.port > 0);
        CHECK_THROWS_AS(Listener(address), Error);
    }
    CHECK_THROWS_AS(Connection(address, kPatience), Error);
}

}  // namespace
}  // namespace decodescope
