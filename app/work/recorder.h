// Makes the recording of a larger model, pass by pass on another thread. (A toy's is made by the
// command that asks for it: app/apply/recording_commands.h.)
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "app/state/command.h"
#include "app/state/state.h"
#include "app/work/job.h"
#include "core/run/recording.h"

namespace decodescope {

// Adds passes to a recording of the state until it is whole.
class Recorder {
public:
    // Which one: the recipe's newest, or the compared branch's.
    enum class Follows { Newest, Compared };

    Recorder(Follows follows, std::function<void()> wake)
        : follows_(follows), passes_(std::move(wake)) {}

    // Starts on a new edition, dropping what it was working on. Once per frame.
    void Follow(const AppState& state);

    // The command that adds the passes found since the last call.
    std::optional<Command> Collect();

    bool is_busy() const { return passes_.is_running(); }

private:
    Follows follows_;
    Job<int, PassPtr> passes_;  // of an edition
    int edition_ = 0;
};

}  // namespace decodescope
