// What the view of branches keeps: the recording of the compared branch, growing on another thread
// where the model is large, and the comparison of both branches at the playhead.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "app/panel/view_worker.h"
#include "app/state/branch_view.h"
#include "app/views/branches/branch_comparison_data.h"
#include "app/work/recorder.h"

namespace decodescope {

class BranchesWorker : public ViewWorker {
public:
    explicit BranchesWorker(std::function<void()> wake)
        : recorder_(Recorder::Follows::Compared, std::move(wake)) {}

    std::optional<Command> Collect(const AppState& state) override {
        recorder_.Follow(state);
        return recorder_.Collect();
    }
    bool is_busy() const override { return recorder_.is_busy(); }

    void Update(const AppState& state) override {
        const std::shared_ptr<const Recording>* known = ComparedRecording(state);
        const std::shared_ptr<const Recording> other = known ? *known : nullptr;
        const ComparisonQuery query{state.ui.playhead, state.ui.layer, state.ui.head};
        const Asked asked{state.recording, other, query};
        if (asked == asked_) return;
        asked_ = asked;
        comparison_.reset();
        const int pass = query.playhead.pass;
        const bool have_both =
            other && pass < state.recording->pass_count() && pass < other->pass_count();
        if (have_both) comparison_ = CompareBranches(*state.recording, *other, query);
    }

    // Nothing where one of the two has no such pass, or not yet.
    const std::optional<BranchComparison>& comparison() const { return comparison_; }

private:
    struct Asked {
        std::shared_ptr<const Recording> shown, other;
        ComparisonQuery query;

        friend bool operator==(const Asked&, const Asked&) = default;
    };

    Recorder recorder_;
    Asked asked_;
    std::optional<BranchComparison> comparison_;
};

}  // namespace decodescope
