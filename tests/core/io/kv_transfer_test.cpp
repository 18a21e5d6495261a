// A KV transfer over a connection within this machine.
#include "core/io/kv_transfer.h"

#include <thread>

#include "core/io/cache_writer.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

constexpr Patience kPatience{5000};

TEST_CASE("A transfer arrives unchanged and is acknowledged") {
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

}  // namespace
}  // namespace decodescope
