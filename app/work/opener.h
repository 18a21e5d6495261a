// Opens large files on a thread of its own.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>

#include "app/apply/file_commands.h"
#include "app/state/state.h"
#include "app/work/background.h"

namespace decodescope {

class Opener {
public:
    // `wake` is called from another thread when there is something new.
    explicit Opener(std::function<void()> wake) : files_(std::move(wake)) {}
    ~Opener() { CallOff(); }

    // Starts on what the state says is to be opened. Once per frame.
    void Follow(const AppState& state, double now);

    // The command that ends the opening, once the file has been read or could not be.
    std::optional<EndOpening> Collect();

    // Where what was last collected is to begin, if somewhere.
    const std::optional<Playhead>& playhead() const { return playhead_; }

    bool is_busy() const { return opening_ != nullptr; }

    // When how far it has come is worth another frame.
    double next_tick() const { return next_tick_; }

private:
    static constexpr double kNever = std::numeric_limits<double>::infinity();

    void CallOff();

    std::shared_ptr<const Opening> opening_;
    Background<Opened> files_;
    std::optional<Playhead> playhead_;
    double next_tick_ = kNever;
};

}  // namespace decodescope
