#include "core/io/socket.h"

#include <chrono>
#include <functional>

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

// How long an action takes, in milliseconds.
std::int64_t MillisecondsOf(const std::function<void()>& action) {
    const auto begin = std::chrono::steady_clock::now();
    action();
    const auto passed = std::chrono::steady_clock::now() - begin;
    return std::chrono::duration_cast<std::chrono::milliseconds>(passed).count();
}

TEST_CASE("A time-out bounds the wait for the first connection, and ends when it says") {
    const Listener listener({"127.0.0.1", 0});
    std::string error;
    const std::int64_t waited = MillisecondsOf(
        [&] { error = ErrorOf([&] { listener.Accept(kPatience, Patience(300)); }); });
    CHECK_THAT(error, Catch::Contains("nobody connected for 0.3 s"));
    CHECK(waited >= 300);
    CHECK(waited < 800);
}

TEST_CASE("Whoever was silent for a whole time-out is not waited for again when parting") {
    const Listener listener({"127.0.0.1", 0});
    const Connection silent(listener.address(), kPatience);
    Connection connection = listener.Accept(Patience(300));
    const std::int64_t waited = MillisecondsOf([&] {
        CHECK_THAT(ErrorOf([&] { connection.Receive(1); }), Catch::Contains("nothing came"));
        connection.PartGently();
    });
    CHECK(waited >= 300);
    CHECK(waited < 800);
}

}  // namespace
}  // namespace decodescope
