#include "core/io/unfinished_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

namespace decodescope {
namespace {

namespace fs = std::filesystem;

// --- When a signal ends the program --------------------------------------------------------------

// Those that end a program and can be caught.
constexpr int kEndingSignals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM, SIGALRM,   SIGPIPE,
                                  SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF};

// The names of the files that this process is writing now. A signal handler may use neither locks
// nor memory from the heap, so there is room for a few; a signal does not remove any others.
constexpr size_t kMostAtOnce = 16;
std::array<std::atomic<const char*>, kMostAtOnce> unfinished{};

void Note(const char* path) {
    for (std::atomic<const char*>& place : unfinished) {
        const char* free = nullptr;
        if (place.compare_exchange_strong(free, path)) return;
    }
}

void Forget(const char* path) {
    for (std::atomic<const char*>& place : unfinished) {
        const char* noted = path;
        if (place.compare_exchange_strong(noted, nullptr)) return;
    }
}

// Removes them, then lets the signal do what it would have done. Only calls that are safe in a
// signal handler.
extern "C" void RemoveUnfinished(int signal_number) {
    for (const std::atomic<const char*>& place : unfinished) {
        if (const char* const path = place.load()) ::unlink(path);
    }
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    ::sigaction(signal_number, &usual, nullptr);
    ::raise(signal_number);  // delivered when this handler returns
}

// A signal that is ignored, or that somebody else handles, stays as it is. Done for each file: that
// may have changed.
void WatchSignals() {
    for (const int number : kEndingSignals) {
        struct sigaction now {};
        if (::sigaction(number, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) continue;
        struct sigaction ours {};
        ours.sa_handler = RemoveUnfinished;
        ::sigaction(number, &ours, nullptr);
    }
}

// A name that no other file in the folder has: hidden, and used by this process alone.
fs::path OwnName(const fs::path& target) {
    static std::atomic<std::uint64_t> counter{0};
    const std::string unique = std::to_string(::getpid()) + "-" + std::to_string(counter++);
    return target.parent_path() / (".decodescope-" + unique + ".tmp");
}

// Noted before it exists, so that no moment is left in which it would stay.
FileDescriptor Create(const fs::path& path) {
    WatchSignals();
    Note(path.c_str());
    return FileDescriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
}

}  // namespace

UnfinishedFile::UnfinishedFile(const fs::path& target)
    : target_(target), path_(OwnName(target)), file_(Create(path_)) {
    if (is_open()) return;
    Forget(path_.c_str());
    path_.clear();
}

UnfinishedFile::~UnfinishedFile() {
    if (!path_.empty()) ::unlink(path_.c_str());
    Forget(path_.c_str());
}

bool UnfinishedFile::Rename() {
    if (!file_.Close() || ::rename(path_.c_str(), target_.c_str()) != 0) return false;
    Forget(path_.c_str());
    path_.clear();
    return true;
}

}  // namespace decodescope
