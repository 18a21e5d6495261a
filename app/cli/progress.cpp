#include "app/cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <utility>

namespace decodescope {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 700ms, kBetween = 100ms;

// "pass 3 of 10"; the one that is being worked on. "43 %".
std::string HowFar(const std::string& unit, const WorkProgress& progress) {
    if (unit == "%") return std::to_string(progress.percent()) + " %";
    const std::int64_t total = progress.total();
    const std::int64_t now = progress.done() + 1;
    if (total == 0) return unit + " " + std::to_string(now);
    return unit + " " + std::to_string(std::min(now, total)) + " of " + std::to_string(total);
}

// Until it is asked to stop.
void Watch(const std::stop_token& stop, const std::string& what, const std::string& unit,
           const WorkProgress& progress) {
    std::mutex mutex;
    std::condition_variable_any stopped;
    const auto rests = [&](std::chrono::milliseconds time) {
        std::unique_lock lock(mutex);
        return !stopped.wait_for(lock, stop, time, [&] { return stop.stop_requested(); });
    };
    if (!rests(kPatience)) return;
    do {
        std::fprintf(stderr, "\r%s: %s\x1b[K", what.c_str(), HowFar(unit, progress).c_str());
        std::fflush(stderr);
    } while (rests(kBetween));
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
}

}  // namespace

Progress::Progress(std::string what, std::string unit, const WorkProgress& progress,
                   bool is_wanted) {
    if (!is_wanted || ::isatty(STDERR_FILENO) == 0) return;
    thread_ = std::jthread([what = std::move(what), unit = std::move(unit), &progress](
                               const std::stop_token& stop) { Watch(stop, what, unit, progress); });
}

}  // namespace decodescope
