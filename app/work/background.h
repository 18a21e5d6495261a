// Items that are worked out one after another on a thread of their own: the only place that knows
// about threads.
//
// The owner starts a task, is woken as its items come, and takes them. Starting another one, or
// destroying this, cancels the one that runs. The owner's thread waits for it only when this is
// destroyed.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/io/file_error.h"

namespace decodescope {

template <class Item>
class Background {
public:
    using Next = std::function<std::optional<Item>()>;  // nothing: that was the last item

    // `wake` is called on the worker's thread.
    explicit Background(std::function<void()> wake) : wake_(std::move(wake)) {}
    ~Background() { Cancel(); }

    // `make_next`, too, is called on the worker's thread, so it may be slow.
    void Start(std::function<Next()> make_next) {
        Cancel();
        Reap();
        job_ = std::make_shared<Job>();
        workers_.push_back({job_, std::jthread(Run, job_, std::move(make_next), wake_)});
    }

    void Cancel() {
        if (job_) job_->is_cancelled = true;
        job_.reset();
    }

    // Waits until what runs has ended, cancelled or not.
    void Finish() { workers_.clear(); }

    bool is_running() const { return job_ && !job_->is_done; }

    // What was found since the last call.
    std::vector<Item> Take() {
        if (!job_) return {};
        const std::lock_guard lock(job_->mutex);
        return std::exchange(job_->items, {});
    }

    // Why the task ended early, once; empty: it did not.
    std::string TakeProblem() {
        if (!job_) return {};
        const std::lock_guard lock(job_->mutex);
        return std::exchange(job_->problem, {});
    }

private:
    struct Job {
        std::mutex mutex;
        std::vector<Item> items;
        std::string problem;
        std::atomic<bool> is_cancelled = false;
        std::atomic<bool> is_done = false;
    };

    struct Worker {
        std::shared_ptr<Job> job;
        std::jthread thread;
    };

    static void Run(const std::shared_ptr<Job>& job, const std::function<Next()>& make_next,
                    const std::function<void()>& wake) {
        try {
            const Next next = make_next();
            while (!job->is_cancelled) {
                std::optional<Item> item = next();
                if (!item) break;
                {
                    const std::lock_guard lock(job->mutex);
                    job->items.push_back(std::move(*item));
                }
                if (!job->is_cancelled) wake();
            }
        } catch (const std::exception& error) {
            const std::lock_guard lock(job->mutex);
            job->problem = InWords(error);
        }
        job->is_done = true;
        if (!job->is_cancelled) wake();
    }

    // Joins the threads that have ended.
    void Reap() {
        std::erase_if(workers_, [](const Worker& worker) { return worker.job->is_done.load(); });
    }

    std::function<void()> wake_;
    std::shared_ptr<Job> job_;
    std::vector<Worker> workers_;
};

}  // namespace decodescope
