#include "app/shell/view_transport.h"

#include <algorithm>

#include "app/apply/playback_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/shell/views.h"

namespace decodescope {
namespace {

// Where a command moves the steps; nothing where it does not move them.
struct Move {
    int step;
    bool keeps_playing = false;
};

std::optional<Move> MoveOf(const Command& command, const ViewSteps& steps) {
    if (command.Is<GoToNextStage>()) return Move{steps.now + 1, true};  // playing does this, too
    if (command.Is<GoToNextPass>()) return Move{steps.now + 1};
    if (command.Is<GoToPreviousStage>() || command.Is<GoToPreviousPass>()) {
        return Move{steps.now - 1};
    }
    if (command.Is<GoToFirst>()) return Move{-1};
    if (command.Is<GoToLast>()) return Move{steps.last()};
    if (command.Is<PlayAgain>()) return Move{-1, true};
    return std::nullopt;
}

}  // namespace

std::optional<ViewSteps> StepsOf(const AppState& state) {
    const ViewRow& view = RowOf(state.ui.view);
    return view.steps ? std::optional(view.steps(state)) : std::nullopt;
}

Commands ForShownView(const AppState& state, const Command& command) {
    const std::optional<ViewSteps> steps = StepsOf(state);
    if (!steps) return {command};
    const ViewRow& view = RowOf(state.ui.view);
    if (command.Is<TogglePlay>()) {
        const bool is_over = steps->now == steps->last() && steps->is_complete;
        Commands commands;
        if (!state.ui.playing && is_over) commands.push_back(view.set_step(-1, true));
        commands.push_back(SetPlaying{!state.ui.playing});
        return commands;
    }
    const std::optional<Move> move = MoveOf(command, *steps);
    if (!move) return {command};
    const int step = std::clamp(move->step, -1, steps->last());
    return {view.set_step(step, move->keeps_playing)};
}

}  // namespace decodescope
