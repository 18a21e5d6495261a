#include "app/views/batch/batch_worker.h"

#include <algorithm>
#include <vector>

#include "app/apply/batch_commands.h"
#include "app/apply/screen_commands.h"
#include "core/serve/batch_scheduler.h"

namespace decodescope {

std::optional<Command> BatchWorker::Collect(const AppState& state) {
    const int edition = state.batch.edition;
    const std::shared_ptr<const BatchRun>& begun = state.batch.run;
    if (steps_.TurnTo(edition) && begun && begun->step_count() == 0 && !begun->is_done()) {
        steps_.Start(EstimatedWork(*begun), [begun] {
            auto scheduler = std::make_shared<BatchScheduler>(*begun);
            return [scheduler]() -> std::optional<BatchStepPtr> {
                BatchStepPtr step = scheduler->Step();
                return step ? std::optional(std::move(step)) : std::nullopt;
            };
        });
    }
    if (std::string problem = steps_.TakeProblem(); !problem.empty()) {
        return ShowMessage{"the batch stopped: " + problem};
    }
    std::vector<BatchStepPtr> steps = steps_.Take();
    if (steps.empty()) return std::nullopt;
    return AddBatchSteps{edition, std::move(steps)};
}

void BatchWorker::Update(const AppState& state) {
    const std::shared_ptr<const BatchRun>& run = state.batch.run;
    if (state.ui.view != View::Batch || !run) {
        checks_.Drop();
        return data_.reset();
    }
    const int step = std::clamp(state.ui.batch.step, -1, run->step_count() - 1);
    if (!data_ || data_->run != run || data_->step != step) {
        BatchViewData data = BatchViewDataAt(run, step);
        if (data_ && data_->run == run) data.checks = std::move(data_->checks);
        data_ = std::move(data);
    }
    if (run->is_done()) CheckResponses();
}

// Decoding each response alone costs as much as decoding them together did.
void BatchWorker::CheckResponses() {
    const std::shared_ptr<const BatchRun>& run = data_->run;
    if (checks_.TurnTo(run)) {
        std::vector<int> served;
        for (int i = 0; i < run->request_count(); ++i) {
            if (run->response(i) != nullptr) served.push_back(i);
        }
        const int count = static_cast<int>(served.size());
        checks_.Start(EstimatedWork(*run), count, [run, served](int i) {
            return CheckResponse(*run, served[static_cast<size_t>(i)]);
        });
    }
    for (ResponseCheck& check : checks_.Take()) data_->checks.push_back(check);
    data_->is_checking = checks_.is_running();
}

}  // namespace decodescope
