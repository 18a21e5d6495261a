// What a view does besides drawing: it finds its results, in the background where that takes long,
// and keeps them from one frame to the next. Each view that needs one has a class of its own, made
// by its ViewRow; only that view's panels know which (Panel::WorkerAs).
#pragma once

#include <optional>

#include "app/state/command.h"

namespace decodescope {

class ViewWorker {
public:
    virtual ~ViewWorker() = default;

    // Once per frame, before commands are applied: starts on what is new in the state, and returns
    // the command that adds to the state what other threads have found.
    virtual std::optional<Command> Collect(const AppState& /*state*/) { return std::nullopt; }

    // Once per frame, before it is drawn: brings the results up to date with the state. Called for
    // every view, whichever is shown.
    virtual void Update(const AppState& /*state*/) {}

    virtual bool is_busy() const = 0;
};

}  // namespace decodescope
