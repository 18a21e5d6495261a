// The clock of what moves on screen: notices each step forward, and says how far its transition is.
#pragma once

#include <memory>

#include "app/scene/transition.h"
#include "app/state/state.h"

namespace decodescope {

class TransitionClock {
public:
    // What moves now. `now` in seconds, on any clock; `is_scrubbing` while the playhead is dragged,
    // which moves nothing.
    Transition Follow(const AppState& state, bool is_scrubbing, double now);

private:
    std::shared_ptr<const Recording> recording_;
    Playhead playhead_;
    TransitionKind kind_ = TransitionKind::None;
    double began_ = 0;
};

}  // namespace decodescope
