// A job: items at once for a toy, one by one in the background for something larger.
#include "app/work/job.h"

#include <atomic>
#include <chrono>
#include <latch>
#include <stdexcept>
#include <thread>

#include "tests/support/catch.h"

using namespace decodescope;

namespace {

constexpr double kSmall = 1, kLarge = 2 * kToyWork;

int Square(int i) { return i * i; }

// All items of what runs.
std::vector<int> TakeAll(Job<int, int>& job) {
    std::vector<int> all;
    const auto take = [&] {
        for (const int item : job.Take()) all.push_back(item);
    };
    while (job.is_running()) {
        take();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    take();
    return all;
}

}  // namespace

TEST_CASE("A small job is done when Start returns, on the same thread") {
    std::atomic<int> woken = 0;
    Job<int, int> job([&] { ++woken; });
    REQUIRE(job.TurnTo(1));
    const std::thread::id here = std::this_thread::get_id();
    job.Start(kSmall, 4, [here](int i) {
        CHECK(std::this_thread::get_id() == here);
        return Square(i);
    });
    CHECK_FALSE(job.is_running());
    CHECK(job.Take() == std::vector{0, 1, 4, 9});
    CHECK(job.Take().empty());
    CHECK(woken == 0);
}

TEST_CASE("A larger job runs on another thread, and wakes its owner") {
    std::atomic<int> woken = 0;
    std::atomic<bool> is_elsewhere = false;
    Job<int, int> job([&] { ++woken; });
    job.TurnTo(1);
    const std::thread::id here = std::this_thread::get_id();
    job.Start(kLarge, 4, [&is_elsewhere, here](int i) {
        is_elsewhere = std::this_thread::get_id() != here;
        return Square(i);
    });
    CHECK(TakeAll(job) == std::vector{0, 1, 4, 9});
    CHECK(is_elsewhere);
    CHECK(woken > 0);
}

TEST_CASE("Turning to another subject drops what was found for the last one") {
    for (const double work : {kSmall, kLarge}) {
        Job<int, int> job([] {});
        CHECK(job.TurnTo(1));
        CHECK_FALSE(job.TurnTo(1));
        job.Start(work, 1000, Square);
        CHECK(job.TurnTo(2));
        CHECK_FALSE(job.is_running());
        CHECK(job.Take().empty());
        job.Start(work, 2, Square);
        CHECK(TakeAll(job) == std::vector{0, 1});
        job.Drop();
        CHECK(job.TurnTo(2));
    }
}

TEST_CASE("Nobody waits for a job that was cancelled in the middle of an item") {
    std::latch has_begun(1), may_end(1);
    Job<int, int> job([] {});
    job.TurnTo(1);
    job.Start(kLarge, 2, [&](int i) {
        if (i == 0) {
            has_begun.count_down();
            may_end.wait();
        }
        return i;
    });
    has_begun.wait();
    job.TurnTo(2);
    CHECK_FALSE(job.is_running());
    may_end.count_down();
    job.Start(kLarge, 3, Square);
    CHECK(TakeAll(job) == std::vector{0, 1, 4});
}

TEST_CASE("A job that fails keeps what it found, and says why once") {
    for (const double work : {kSmall, kLarge}) {
        Job<int, int> job([] {});
        job.TurnTo(1);
        job.Start(work, 3, [](int i) {
            if (i == 2) throw std::runtime_error("no third one");
            return i;
        });
        CHECK(TakeAll(job) == std::vector{0, 1});
        CHECK(job.TakeProblem() == "something unexpected happened: no third one");
        CHECK(job.TakeProblem().empty());
    }
}
