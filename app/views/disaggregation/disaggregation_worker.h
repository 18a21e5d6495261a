// Checks that both protocols of disaggregated prefill agree with the recording: at once for a toy,
// on another thread for a larger model.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "app/panel/view_worker.h"
#include "app/work/job.h"
#include "core/serve/disaggregation.h"

namespace decodescope {

class DisaggregationWorker : public ViewWorker {
public:
    explicit DisaggregationWorker(std::function<void()> wake) : running_(std::move(wake)) {}

    // Checks a complete recording while the view is shown.
    void Update(const AppState& state) override;
    bool is_busy() const override { return running_.is_running(); }

    // By protocol; fewer while more will come.
    const std::vector<TransferCheck>& checks() const { return checks_; }

private:
    std::vector<TransferCheck> checks_;
    Job<std::shared_ptr<const Recording>, TransferCheck> running_;
};

}  // namespace decodescope
