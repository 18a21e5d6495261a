#include "core/kernel/threads.h"

#include <algorithm>

namespace decodescope {
namespace {

constexpr std::int64_t kLeastPart = 1 << 16;      // multiply-adds: about ten microseconds
constexpr int kPartsForEach = 4;                  // so that a thread that is late delays little
constexpr std::int64_t kManyWeights = 4'000'000;  // a token takes a millisecond
constexpr int kSpins = 2000;                      // some tens of microseconds

std::atomic<int> most_threads = 0;  // 0: the processor's own number

void Pause() {
#ifdef __x86_64__
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

}  // namespace

Threads::Threads(int count) {
    for (int i = 1; i < count; ++i) helpers_.emplace_back([this] { Help(); });
}

Threads::~Threads() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    posted_.fetch_add(1);
    has_work_.notify_all();
}

int Threads::PartsFor(int items, std::int64_t cost) const {
    if (helpers_.empty()) return 1;
    const std::int64_t worth = std::int64_t{items} * cost / kLeastPart;
    const std::int64_t most = std::min<std::int64_t>(items, std::int64_t{count()} * kPartsForEach);
    return static_cast<int>(std::min(worth, most));
}

void Threads::Run(int parts, Call call, const void* context) {
    std::unique_lock lock(mutex_);
    call_ = call;
    context_ = context;
    next_ = 0;
    parts_ = undone_ = parts;
    posted_.fetch_add(1);
    has_work_.notify_all();
    DoParts(lock);
    is_done_.wait(lock, [this] { return undone_ == 0; });
}

// Holds the lock but for the work itself.
void Threads::DoParts(std::unique_lock<std::mutex>& lock) {
    while (next_ < parts_) {
        const int part = next_++;
        lock.unlock();
        call_(context_, part);
        lock.lock();
        if (--undone_ == 0) is_done_.notify_one();
    }
}

// The next work comes soon in the middle of a pass, so a helper watches for it a while and sleeps
// only then.
void Threads::Help() {
    for (unsigned seen = 0;;) {
        for (int i = 0; i < kSpins && posted_.load() == seen; ++i) Pause();
        std::unique_lock lock(mutex_);
        has_work_.wait(lock, [this] { return is_ending_ || next_ < parts_; });
        if (is_ending_) return;
        seen = posted_.load();
        DoParts(lock);
    }
}

void LimitThreads(int most) { most_threads = std::clamp(most, 1, kMostThreads); }

int ThreadsFor(std::int64_t weights) {
    if (weights < kManyWeights) return 1;
    if (const int most = most_threads; most > 0) return most;
    return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostThreads);
}

}  // namespace decodescope
