// Keeps the batch of a state growing until every response has ended, on another thread.
#pragma once

#include <functional>
#include <optional>

#include "app/state/command.h"
#include "app/work/background.h"

namespace decodescope {

class BatchWorker {
public:
    explicit BatchWorker(std::function<void()> wake) : steps_(std::move(wake)) {}

    // Begins on a new edition, dropping what it was working on. Once a frame.
    void Follow(const AppState& state);

    // The wish to add what was found meanwhile.
    std::optional<Command> Collect();

    bool is_busy() const { return steps_.is_running(); }

private:
    Background<BatchStepPtr> steps_;
    int edition_ = 0;
};

}  // namespace decodescope
