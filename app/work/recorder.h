// Makes recordings: a toy's at once, a larger model's pass by pass on another thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "app/state/command.h"
#include "app/work/background.h"
#include "core/run/recording.h"

namespace decodescope {

// Multiplications that decoding takes, roughly: parameters times positions.
double EstimatedWork(const Recording& recording);

// Whether a recipe is decoded within the frame of its edit.
bool IsToy(const Recording& recording);

// The recipe's recording, beginning with what it shares with an earlier one (which may be null):
// run to its end for a toy, else as far as that goes. Throws Error (Recording).
std::shared_ptr<const Recording> Begin(const Recipe& recipe, const Recording* earlier);

// Keeps a recording of a state growing until it is whole.
class Recorder {
public:
    // Which one: the newest of the recipe, or the branch beside it.
    enum class Follows { Newest, Compared };

    Recorder(Follows follows, std::function<void()> wake)
        : follows_(follows), passes_(std::move(wake)) {}

    // Begins on a new edition, dropping what it was working on. Once a frame.
    void Follow(const AppState& state);

    // The wish to add what was found meanwhile.
    std::optional<Command> Collect();

    bool is_busy() const { return passes_.is_running(); }

private:
    Follows follows_;
    Background<PassPtr> passes_;
    int edition_ = -1;
};

}  // namespace decodescope
