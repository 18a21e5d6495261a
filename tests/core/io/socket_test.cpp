// Addresses as they are typed, and a shipment over a connection of this machine.

#include "core/io/socket.h"

#include <thread>

#include "core/base/error.h"
#include "core/io/cache_writer.h"
#include "core/io/kv_transfer.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/random_model.h"

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

TEST_CASE("A shipment that is sent over a connection arrives as it was and is acknowledged") {
    const auto model = std::make_shared<const Model>(ToyModel());
    const CacheFile file =
        FormatCacheFile(Prefill(ExampleRecipe(model), TransferProtocol::FirstToken, true));
    const Listener listener({"127.0.0.1", 0});
    std::string sent;
    std::thread sender([&] {
        sent = ErrorOf([&] {
            Connection connection(listener.address(), kPatience);
            Send(connection, file.bytes);
        });
    });
    Connection connection = listener.Accept(kPatience);
    const KvTransfer got = Receive(connection, model);
    sender.join();
    CHECK(sent == "no error");
    CHECK(FormatCacheFile(got).bytes == file.bytes);
}

TEST_CASE("What the receiver refuses is an Error on both sides") {
    const auto model = std::make_shared<const Model>(ToyModel());
    std::string bytes =
        FormatCacheFile(Prefill(ExampleRecipe(model), TransferProtocol::FirstToken, true)).bytes;
    bytes[100] = static_cast<char>(bytes[100] ^ 1);
    const Listener listener({"127.0.0.1", 0});
    std::string sent;
    std::thread sender([&] {
        sent = ErrorOf([&] {
            Connection connection(listener.address(), kPatience);
            Send(connection, bytes);
        });
    });
    Connection connection = listener.Accept(kPatience);
    const std::string received = ErrorOf([&] { Receive(connection, model); });
    sender.join();
    CHECK(received.find("altered") != std::string::npos);
    CHECK(sent.find("refused") != std::string::npos);
    CHECK(sent.find("altered") != std::string::npos);
}

TEST_CASE("Two cannot listen at one port and nobody answers where none does") {
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
