// Makes the recording of a larger model, pass by pass on another thread. (A toy's is made by the
// command that asks for it: app/apply/recording_commands.h.)
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "app/state/command.h"
#include "app/state/state.h"
#include "app/work/background.h"
#include "core/run/recording.h"

namespace decodescope {

// Keeps a recording of a state growing until it is whole.
class Recorder {
public:
    // Which one: the newest of the recipe, or the branch beside it.
    enum class Follows { Newest, Compared };

    Recorder(Follows follows, std::function<void()> wake)
        : follows_(follows), passes_(std::move(wake)) {}

    // Begins on a new edition, dropping what it was working on. Once a frame.
    void Follow(const AppState& state);

    // The command that adds what was found meanwhile.
    std::optional<Command> Collect();

    bool is_busy() const { return passes_.is_running(); }

private:
    Follows follows_;
    Background<PassPtr> passes_;
    int edition_ = -1;
};

}  // namespace decodescope
