// The loop of a batch: which requests get a slot, one pass for all of them, a selection for each.
#pragma once

#include <memory>

#include "core/serve/batch.h"

namespace decodescope {

// Runs a batch, a step at a time.
class BatchScheduler {
public:
    // `run`: without steps. What Step returns is meant to be appended to it.
    explicit BatchScheduler(const BatchRun& run);
    ~BatchScheduler();
    BatchScheduler(BatchScheduler&&) noexcept;

    // Null once every response has ended.
    BatchStepPtr Step();

private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}  // namespace decodescope
