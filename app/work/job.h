// Something that is worked out item by item, about one subject at a time: at once if it is a toy's,
// else in the background.
//
//     if (checks_.TurnTo(recording)) {                                 // another one than before
//         found_.clear();
//         checks_.Start(EstimatedWork(*recording), recording->pass_count(),
//                       [recording](int pass) { return CheckPass(*recording, pass); });
//     }
//     for (PassCheck& check : checks_.Take()) found_.push_back(std::move(check));
//
// An owner does this once per frame. A toy's items are there in the frame of the edit, a larger
// model's come one by one; turning to another subject cancels the rest.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/work/background.h"
#include "core/run/work_estimate.h"

namespace decodescope {

template <class Subject, class Item>
class Job {
public:
    using Next = typename Background<Item>::Next;  // nothing: that was the last item

    // `wake` is called on another thread as items come.
    explicit Job(std::function<void()> wake) : background_(std::move(wake)) {}

    // Whether this is another subject than before, or the first. Then what was found of the old one
    // is dropped, and the caller starts on the new one, or leaves it.
    bool TurnTo(const Subject& subject) {
        if (subject_ == subject) return false;
        Drop();
        subject_ = subject;
        return true;
    }

    // Cancels what runs, and turns to nothing.
    void Drop() {
        background_.Cancel();
        items_.clear();
        problem_.clear();
        subject_.reset();
    }

    bool is_about(const Subject& subject) const { return subject_ == subject; }

    // Works out the items one after another. `work` decides whether that is done before this
    // returns: multiplications, roughly (core/run/work_estimate.h).
    void Start(double work, std::function<Next()> make_next) {
        if (!IsToy(work)) return background_.Start(std::move(make_next));
        try {
            const Next next = make_next();
            while (std::optional<Item> item = next()) items_.push_back(std::move(*item));
        } catch (const std::exception& error) {
            problem_ = InWords(error);
        }
    }

    // The same for a known number of items: find(0), find(1), … find(count − 1).
    void Start(double work, int count, std::function<Item(int)> find) {
        Start(work, [count, find = std::move(find)]() -> Next {
            return [count, find, next = 0]() mutable -> std::optional<Item> {
                if (next >= count) return std::nullopt;
                return find(next++);
            };
        });
    }

    // What was found since the last call.
    std::vector<Item> Take() {
        return items_.empty() ? background_.Take() : std::exchange(items_, {});
    }

    // Why the job ended early, once; empty: it did not.
    std::string TakeProblem() {
        return problem_.empty() ? background_.TakeProblem() : std::exchange(problem_, {});
    }

    bool is_running() const { return background_.is_running(); }

private:
    std::optional<Subject> subject_;
    std::vector<Item> items_;  // of a toy
    std::string problem_;
    Background<Item> background_;
};

}  // namespace decodescope
