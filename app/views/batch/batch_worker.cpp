#include "app/views/batch/batch_worker.h"

#include <algorithm>
#include <vector>

#include "app/apply/batch_commands.h"
#include "app/apply/screen_commands.h"
#include "core/serve/batch_scheduler.h"

namespace decodescope {

std::optional<Command> BatchWorker::Collect(const AppState& state) {
    if (state.batch.edition != edition_) {
        edition_ = state.batch.edition;
        steps_.Cancel();
        const std::shared_ptr<const BatchRun> begun = state.batch.run;
        if (begun && begun->step_count() == 0 && !begun->is_done()) {
            steps_.Start([begun] {
                auto scheduler = std::make_shared<BatchScheduler>(*begun);
                return [scheduler]() -> std::optional<BatchStepPtr> {
                    BatchStepPtr step = scheduler->Step();
                    return step ? std::optional(std::move(step)) : std::nullopt;
                };
            });
        }
    }
    if (std::string problem = steps_.TakeProblem(); !problem.empty()) {
        return ShowMessage{"the batch stopped: " + problem};
    }
    std::vector<BatchStepPtr> steps = steps_.Take();
    if (steps.empty()) return std::nullopt;
    return AddBatchSteps{edition_, std::move(steps)};
}

void BatchWorker::Update(const AppState& state) {
    const std::shared_ptr<const BatchRun>& run = state.batch.run;
    const bool is_shown = state.ui.view == View::Batch && run != nullptr;
    if (checked_ && (!is_shown || checked_ != run)) {
        checks_.Cancel();
        checked_.reset();
    }
    if (!is_shown) return data_.reset();
    const int step = std::clamp(state.ui.batch.step, -1, run->step_count() - 1);
    if (!data_ || data_->run != run || data_->step != step) {
        BatchViewData data = BatchViewDataAt(run, step);
        if (checked_) data.checks = std::move(data_->checks);
        data_ = std::move(data);
    }
    if (run->is_done()) CheckResponses();
}

// Decoding each response alone costs as much as decoding them together did, so a large model's are
// checked on another thread.
void BatchWorker::CheckResponses() {
    const std::shared_ptr<const BatchRun>& run = data_->run;
    if (checked_ != run) {
        checked_ = run;
        std::vector<int> served;
        for (int i = 0; i < run->request_count(); ++i) {
            if (run->response(i) != nullptr) served.push_back(i);
        }
        if (IsToy(*run)) {
            for (const int request : served) data_->checks.push_back(CheckResponse(*run, request));
        } else {
            checks_.Start([run, served] {
                return [run, served, next = size_t{0}]() mutable -> std::optional<ResponseCheck> {
                    if (next >= served.size()) return std::nullopt;
                    return CheckResponse(*run, served[next++]);
                };
            });
        }
    }
    for (ResponseCheck& check : checks_.Take()) data_->checks.push_back(check);
    data_->is_checking = checks_.is_running();
}

}  // namespace decodescope
