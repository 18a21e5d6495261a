#include "core/io/socket.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <system_error>

#include "core/base/error.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

constexpr int kHighestPort = 65535;
constexpr std::size_t kChunk = std::size_t{1} << 16;
constexpr Patience kPatienceWhenParting{1000};

std::string Reason(int error_number) { return std::generic_category().message(error_number); }

std::string Seconds(Patience patience) {
    return FormatShortest(static_cast<double>(patience.count()) / 1000) + " s";
}

// --- Addresses ----------------------------------------------------------------------------------

struct FreeAddresses {
    void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Addresses Resolve(const Address& address, int flags) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = flags | AI_NUMERICSERV;
    addrinfo* list = nullptr;
    const int problem =
        ::getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &list);
    if (problem != 0) {
        throw Error(std::string("there is no such host: ") + ::gai_strerror(problem),
                    TextOf(address), "write [HOST:]PORT, such as 127.0.0.1:9000");
    }
    return Addresses(list);
}

FileDescriptor SocketFor(const addrinfo& info) {
    return FileDescriptor(::socket(info.ai_family, info.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                                   info.ai_protocol));
}

std::string NameOf(const sockaddr_storage& storage, socklen_t length) {
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> port{};
    const auto* const address = reinterpret_cast<const sockaddr*>(&storage);
    if (::getnameinfo(address, length, host.data(), host.size(), port.data(), port.size(),
                      NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
        return "the other side";
    }
    return TextOf({host.data(), ParseWhole<int>(port.data()).value_or(0)});
}

static_assert(EAGAIN == EWOULDBLOCK);  // as on every Linux

// --- Waiting ------------------------------------------------------------------------------------

// Waits for one of `events`, an end or a failure; false where nothing happens for that long.
bool WaitFor(int socket, short events, Patience patience) {
    pollfd watched{socket, events, 0};
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + patience;
    while (true) {
        const auto left = std::chrono::ceil<Patience>(end - Clock::now());
        if (left.count() <= 0) return false;
        const int ready = ::poll(&watched, 1, static_cast<int>(left.count()));
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return true;  // the next call says what is wrong
    }
}

// 0, or why there is no connection.
int ConnectError(int socket, const addrinfo& info, Patience patience) {
    if (::connect(socket, info.ai_addr, info.ai_addrlen) == 0) return 0;
    if (errno != EINPROGRESS && errno != EINTR) return errno;
    if (!WaitFor(socket, POLLOUT, patience)) return ETIMEDOUT;
    int problem = 0;
    socklen_t size = sizeof(problem);
    return ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &problem, &size) == 0 ? problem : errno;
}

FileDescriptor Connect(const Address& address, Patience patience) {
    if (address.port == 0) {
        throw Error("cannot connect to port 0", TextOf(address),
                    "write the port that the decode worker says it listens on");
    }
    const Addresses all = Resolve(address, 0);
    int problem = 0;
    for (const addrinfo* info = all.get(); info != nullptr; info = info->ai_next) {
        FileDescriptor socket = SocketFor(*info);
        problem = socket.is_open() ? ConnectError(socket.number(), *info, patience) : errno;
        if (problem == 0) return socket;
    }
    if (problem == ECONNREFUSED) {
        throw Error("nothing is listening on this address", TextOf(address),
                    "start decodescope decode FILE --listen first");
    }
    throw Error("cannot connect: " + Reason(problem), TextOf(address));
}

FileDescriptor Listen(const Address& address) {
    const Addresses all = Resolve(address, AI_PASSIVE);
    int problem = 0;
    for (const addrinfo* info = all.get(); info != nullptr; info = info->ai_next) {
        FileDescriptor socket = SocketFor(*info);
        const int yes = 1;
        const bool listens =
            socket.is_open() &&
            ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) == 0 &&
            ::bind(socket.number(), info->ai_addr, info->ai_addrlen) == 0 &&
            ::listen(socket.number(), 1) == 0;
        if (listens) return socket;
        problem = errno;
    }
    if (problem == EADDRINUSE) {
        throw Error("another program already listens on this address", TextOf(address),
                    "name another port, or 0 for any that is free");
    }
    throw Error("cannot listen on this address: " + Reason(problem), TextOf(address),
                "name a port of this machine, or 0 for any that is free");
}

}  // namespace

Address ParseAddress(const std::string& text, const std::string& option) {
    const std::size_t colon = text.rfind(':');
    const std::string port = colon == std::string::npos ? text : text.substr(colon + 1);
    Address address;
    if (colon != std::string::npos) {
        address.host = text.substr(0, colon);
        const bool is_bracketed =
            address.host.size() > 2 && address.host.front() == '[' && address.host.back() == ']';
        if (is_bracketed) address.host = address.host.substr(1, address.host.size() - 2);
    }
    const int number = ParseWhole<int>(port).value_or(-1);
    const bool is_port = 0 <= number && number <= kHighestPort;
    if (!is_port || address.host.empty()) {
        throw Error("'" + text + "' is not an address", option,
                    "write [HOST:]PORT, such as 127.0.0.1:9000 or 9000");
    }
    address.port = number;
    return address;
}

std::string TextOf(const Address& address) {
    const bool is_long = address.host.find(':') != std::string::npos;
    return (is_long ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

// --- Connection ---------------------------------------------------------------------------------

Connection::Connection(const Address& address, Patience patience)
    : socket_(Connect(address, patience)), peer_(TextOf(address)), patience_(patience) {}

Connection::Connection(FileDescriptor socket, std::string peer, Patience patience)
    : socket_(std::move(socket)), peer_(std::move(peer)), patience_(patience) {}

void Connection::Send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(sent));
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN) {
            throw Error("the other side hung up: " + Reason(errno), peer_);
        }
        if (!WaitFor(socket_.number(), POLLOUT, patience_)) {
            is_silent_ = true;
            throw Error("the other side accepted no data for " + Seconds(patience_), peer_,
                        "try again, or wait longer with --timeout");
        }
    }
}

void Connection::EndSending() { ::shutdown(socket_.number(), SHUT_WR); }

std::string Connection::Receive(std::size_t most) {
    std::string bytes(std::min(most, kChunk), '\0');
    while (true) {
        const ssize_t count = ::recv(socket_.number(), bytes.data(), bytes.size(), 0);
        if (count >= 0) {
            bytes.resize(static_cast<std::size_t>(count));
            return bytes;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN) {
            throw Error("the other side hung up: " + Reason(errno), peer_);
        }
        if (!WaitFor(socket_.number(), POLLIN, patience_)) {
            is_silent_ = true;
            throw Error("nothing came for " + Seconds(patience_), peer_,
                        "try again, or wait longer with --timeout");
        }
    }
}

void Connection::PartGently() noexcept {
    EndSending();
    if (is_silent_) return;
    std::array<char, 4096> unwanted;
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + std::min(patience_, kPatienceWhenParting);
    while (Clock::now() < end) {
        const ssize_t count = ::recv(socket_.number(), unwanted.data(), unwanted.size(), 0);
        if (count == 0) return;
        if (count > 0 || errno == EINTR) continue;
        if (errno != EAGAIN) return;
        WaitFor(socket_.number(), POLLIN, std::chrono::ceil<Patience>(end - Clock::now()));
    }
}

// --- Listener -----------------------------------------------------------------------------------

Listener::Listener(const Address& address) : socket_(Listen(address)), host_(address.host) {}

Address Listener::address() const {
    sockaddr_storage own{};
    socklen_t length = sizeof(own);
    if (::getsockname(socket_.number(), reinterpret_cast<sockaddr*>(&own), &length) != 0) {
        throw Error("cannot find out the port: " + Reason(errno), host_);
    }
    const bool is_new = own.ss_family == AF_INET6;
    const in_port_t port = is_new ? reinterpret_cast<const sockaddr_in6&>(own).sin6_port
                                  : reinterpret_cast<const sockaddr_in&>(own).sin_port;
    return {host_, ntohs(port)};
}

Connection Listener::Accept(Patience patience, std::optional<Patience> longest) const {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    while (true) {
        sockaddr_storage other{};
        socklen_t length = sizeof(other);
        FileDescriptor socket(::accept4(socket_.number(), reinterpret_cast<sockaddr*>(&other),
                                        &length, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (socket.is_open()) return {std::move(socket), NameOf(other, length), patience};
        const bool is_passing = errno == EINTR || errno == ECONNABORTED || errno == EAGAIN;
        if (!is_passing)
            throw Error("cannot accept connections: " + Reason(errno), TextOf(address()));
        const auto waited = std::chrono::floor<Patience>(Clock::now() - begin);
        if (longest && waited >= *longest) {
            throw Error("nobody connected for " + Seconds(*longest), TextOf(address()),
                        "start decodescope prefill FILE --to this address, or wait longer with "
                        "--timeout");
        }
        constexpr Patience kNoEnd = std::chrono::hours(1);
        WaitFor(socket_.number(), POLLIN, longest ? *longest - waited : kNoEnd);
    }
}

}  // namespace decodescope
