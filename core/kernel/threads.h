// Threads that share the work of one pass, if it is much.
//
// What a part computes does not depend on which thread does it, so results are the same to the bit
// for any number of threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace decodescope {

class Threads {
public:
    // So many, the caller's own included: 1 starts none.
    explicit Threads(int count);
    ~Threads();
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

    int count() const { return static_cast<int>(helpers_.size()) + 1; }

    // Calls work(first, end) for parts of [0, count), by all threads at once, and returns when all
    // are done. `cost` is the work for each in multiply-adds: parts are so large that sharing them
    // is worth it, and what is too little for that is done by the caller. Work must not throw.
    // Where two callers come at once, the second one works alone.
    template <class Work>
    void Share(int items, std::int64_t cost, const Work& work) {
        const int parts = PartsFor(items, cost);
        if (parts <= 1 || is_busy_.test_and_set()) return work(0, items);
        const auto do_part = [&](int part) {
            const auto at = [&](std::int64_t p) { return static_cast<int>(p * items / parts); };
            work(at(part), at(part + 1));
        };
        const auto call = [](const void* context, int part) {
            (*static_cast<decltype(&do_part)>(context))(part);
        };
        Run(parts, call, &do_part);
        is_busy_.clear();
    }

private:
    using Call = void (*)(const void* context, int part);

    int PartsFor(int items, std::int64_t cost) const;
    void Run(int parts, Call call, const void* context);
    void Help();
    void DoParts(std::unique_lock<std::mutex>& lock);

    std::atomic_flag is_busy_;
    std::atomic<unsigned> posted_ = 0;  // jobs so far: what helpers watch before they sleep

    std::mutex mutex_;  // guards what follows
    std::condition_variable has_work_, is_done_;
    Call call_ = nullptr;
    const void* context_ = nullptr;
    int next_ = 0, parts_ = 0, undone_ = 0;
    bool is_ending_ = false;

    std::vector<std::jthread> helpers_;
};

constexpr int kMostThreads = 64;

// How many threads a pass may use: by default the processor's own number.
void LimitThreads(int most);

// How many are worth it for a model with so many weights. A small one is done before others have
// begun.
int ThreadsFor(std::int64_t weights);

}  // namespace decodescope
