// How far long work has come, for another thread to look at, and to call it off.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>

namespace decodescope {

// Thrown out of work that was called off.
class CalledOff : public std::exception {
public:
    const char* what() const noexcept override { return "called off"; }
};

class WorkProgress {
public:
    // By the thread that does the work: how much there is, in any unit, and how much more is done.
    // Advance may be called by several threads.
    void Begin(std::int64_t total) { total_ = total; }
    void Advance(std::int64_t amount) { done_ += amount; }

    std::int64_t done() const { return done_; }
    std::int64_t total() const { return total_; }  // 0: not known yet

    // In whole hundredths of all of it.
    int percent() const {
        return total_ > 0 ? static_cast<int>(100 * done_.load() / total_.load()) : 0;
    }

    // By the other thread. The work ends at its next RequireWanted, which throws CalledOff.
    void CallOff() { is_called_off_ = true; }
    bool is_called_off() const { return is_called_off_; }
    void RequireWanted() const {
        if (is_called_off_) throw CalledOff();
    }

private:
    std::atomic<std::int64_t> done_ = 0, total_ = 0;
    std::atomic<bool> is_called_off_ = false;
};

}  // namespace decodescope
