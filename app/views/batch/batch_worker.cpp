#include "app/views/batch/batch_worker.h"

namespace decodescope {

void BatchWorker::Follow(const AppState& state) {
    if (state.batch.edition == edition_) return;
    edition_ = state.batch.edition;
    steps_.Cancel();
    const std::shared_ptr<const BatchRun> begun = state.batch.run;
    if (!begun || begun->step_count() > 0 || begun->is_done()) return;
    steps_.Start([begun] {
        auto server = std::make_shared<BatchScheduler>(*begun);
        return [server]() -> std::optional<BatchStepPtr> {
            BatchStepPtr step = server->Step();
            return step ? std::optional(std::move(step)) : std::nullopt;
        };
    });
}

std::optional<Command> BatchWorker::Collect() {
    if (std::string problem = steps_.TakeProblem(); !problem.empty()) {
        return ShowMessage{"the batch stopped: " + problem};
    }
    std::vector<BatchStepPtr> steps = steps_.Take();
    if (steps.empty()) return std::nullopt;
    return AddBatchSteps{edition_, std::move(steps)};
}

}  // namespace decodescope
