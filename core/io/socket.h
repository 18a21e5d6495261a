// Connections between two programs over TCP: bytes there and back, each wait with an end.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/io/file_descriptor.h"

namespace decodescope {

using Patience = std::chrono::milliseconds;  // how long nothing may happen

// Where somebody listens. Without a host it is this machine alone.
struct Address {
    std::string host = "127.0.0.1";
    int port = 0;  // 0, where one listens: any that is free

    friend bool operator==(const Address&, const Address&) = default;
};

// "9000", "localhost:9000", "[::1]:9000". Throws Error saying what stands at `option`.
Address ParseAddress(const std::string& text, const std::string& option);
std::string TextOf(const Address& address);

// One end of a connection. What goes wrong (nothing comes for too long, the other side is gone)
// throws Error naming the other side.
class Connection {
public:
    // Connects to whoever listens there.
    Connection(const Address& address, Patience patience);
    Connection(FileDescriptor socket, std::string peer, Patience patience);

    const std::string& peer() const { return peer_; }  // "127.0.0.1:9000"

    void Send(std::string_view bytes);
    void EndSending();  // the other side sees the end of what was sent; answers still come

    // Up to `most` further bytes, at least one; none at the end of what the other side sends.
    std::string Receive(std::size_t most);

    // Ends sending and lets the other side finish, for a short while, so that it still reads what
    // was sent last instead of finding the connection broken. Never throws.
    void PartGently() noexcept;

private:
    FileDescriptor socket_;
    std::string peer_;
    Patience patience_;
};

// Waits for others to connect, from the moment it exists.
class Listener {
public:
    // Throws Error where the address is not this machine's, or taken.
    explicit Listener(const Address& address);

    Address address() const;  // with the port that was given where any was asked for

    // The next one that connects. Waits without end.
    Connection Accept(Patience patience) const;

private:
    FileDescriptor socket_;
    std::string host_;
};

}  // namespace decodescope
