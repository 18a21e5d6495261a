// Makes recordings: a toy's at once, a larger model's pass by pass on another thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "app/background.h"
#include "app/command.h"
#include "core/recording.h"

namespace decodescope {

// Multiplications that decoding takes, roughly: parameters times positions.
double EstimatedWork(const Recording& recording);

// Whether a recipe is decoded within the frame of its edit.
bool IsToy(const Recording& recording);

// The recipe's recording: run to its end for a toy, else still empty. Throws Error (Recording).
std::shared_ptr<const Recording> Begin(const Recipe& recipe);

// Keeps the newest recording of a state growing until it is whole.
class Recorder {
public:
    explicit Recorder(std::function<void()> wake) : passes_(std::move(wake)) {}

    // Begins on a new edition, dropping what it was working on. Once a frame.
    void Follow(const AppState& state);

    // The wish to add what was found meanwhile.
    std::optional<Command> Collect();

    bool is_busy() const { return passes_.is_running(); }

private:
    Background<PassPtr> passes_;
    int edition_ = -1;
};

}  // namespace decodescope
