// Connections between two programs over TCP: bytes in both directions, every wait with a time-out.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/io/file_descriptor.h"

namespace decodescope {

using Patience = std::chrono::milliseconds;  // the longest time in which nothing may happen

// An address to listen on or to connect to. Without a host, on this machine alone.
struct Address {
    std::string host = "127.0.0.1";
    int port = 0;  // 0 for a listener: any that is free

    friend bool operator==(const Address&, const Address&) = default;
};

// "9000", "localhost:9000", "[::1]:9000". Throws Error naming `option`.
Address ParseAddress(const std::string& text, const std::string& option);
std::string TextOf(const Address& address);

// One end of a connection. What goes wrong (nothing arrives for too long, the other side is gone)
// throws Error naming the other side.
class Connection {
public:
    // Connects to whoever listens there.
    Connection(const Address& address, Patience patience);
    Connection(FileDescriptor socket, std::string peer, Patience patience);

    const std::string& peer() const { return peer_; }  // "127.0.0.1:9000"

    void Send(std::string_view bytes);
    void EndSending();  // the other side sees the end of what was sent, and can still answer

    // Up to `most` more bytes, at least one; none at the end of what the other side sends.
    std::string Receive(std::size_t most);

    // Ends sending and gives the other side a short while to finish, so that it still reads what
    // was sent last instead of finding the connection broken; none where it was silent for the
    // whole of a time-out already. Never throws.
    void PartGently() noexcept;

private:
    FileDescriptor socket_;
    std::string peer_;
    Patience patience_;
    bool is_silent_ = false;  // the other side let a time-out pass
};

// Waits for others to connect, from its construction on.
class Listener {
public:
    // Throws Error where the address is taken, or not one of this machine's.
    explicit Listener(const Address& address);

    Address address() const;  // with the real port where 0 was asked for

    // The next one that connects. Waits for it as long as `longest` says, or without end; each
    // later wait for what it sends is of `patience`.
    Connection Accept(Patience patience, std::optional<Patience> longest = std::nullopt) const;

private:
    FileDescriptor socket_;
    std::string host_;
};

}  // namespace decodescope
