// What the batch view has computed on other threads: the steps of a large model's batch, and each
// response checked against decoding it alone.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "app/panel/view_worker.h"
#include "app/views/batch/batch_view_data.h"
#include "app/work/job.h"

namespace decodescope {

class BatchWorker : public ViewWorker {
public:
    explicit BatchWorker(std::function<void()> wake) : steps_(wake), checks_(std::move(wake)) {}

    // Starts on the steps of a new edition, dropping the last one's; the command adds the steps
    // found since the last call.
    std::optional<Command> Collect(const AppState& state) override;

    // Checks a complete batch while the view is shown.
    void Update(const AppState& state) override;

    bool is_busy() const override { return steps_.is_running() || checks_.is_running(); }

    // What the view shows; nothing while it is not shown or there is no batch.
    const std::optional<BatchViewData>& data() const { return data_; }

private:
    void CheckResponses();

    Job<int, BatchStepPtr> steps_;  // of an edition

    std::optional<BatchViewData> data_;
    Job<std::shared_ptr<const BatchRun>, ResponseCheck> checks_;
};

}  // namespace decodescope
