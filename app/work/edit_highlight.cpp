#include "app/work/edit_highlight.h"

#include "app/apply/edit_commands.h"

namespace decodescope {

std::optional<Command> EditHighlight::Tick(const AppState& state, double now) {
    const bool is_marked = state.last_edit && state.last_edit->is_marked && !state.pending;
    if (!is_marked) {
        number_ = -1;
        next_tick_ = kNever;
        return std::nullopt;
    }
    if (number_ != state.last_edit->number) {
        number_ = state.last_edit->number;
        next_tick_ = now + kMarkedSeconds;
    }
    if (now < next_tick_) return std::nullopt;
    next_tick_ = kNever;
    return FadeMarks{number_};
}

}  // namespace decodescope
