#include "app/shell/view_transport.h"

#include <algorithm>

#include "app/apply/playback_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/view_commands.h"
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
    if (command.Is<GoToFirst>()) return Move{steps.first};
    if (command.Is<GoToLast>()) return Move{steps.last()};
    if (command.Is<PlayAgain>()) return Move{steps.first, true};
    return std::nullopt;
}

// The text after the end of the run belongs to the view of the pass.
Commands ForStages(const AppState& state, const Command& command) {
    if (state.ui.view == View::Pass) return {command};
    if (command.Is<GoToNextStage>() && IsAtEnd(state)) return {};
    if (command.Is<ShowText>()) return {ChooseView{View::Pass}, command};
    return {command};
}

Commands ForSteps(const AppState& state, const ViewSteps& steps, const Command& command) {
    const ViewRow& view = RowOf(state.ui.view);
    if (command.Is<TogglePlay>()) {
        if (!steps.has_any()) return {SetPlaying{false}};
        const bool is_over = steps.now == steps.last() && steps.is_complete;
        Commands commands;
        if (!state.ui.playing && is_over) commands.push_back(view.set_step(steps.first, true));
        commands.push_back(SetPlaying{!state.ui.playing});
        return commands;
    }
    const std::optional<Move> move = MoveOf(command, steps);
    if (!move) return {command};
    if (steps.count == 0) return {};
    const int step = std::clamp(move->step, steps.first, steps.last());
    return {view.set_step(step, move->keeps_playing)};
}

}  // namespace

std::optional<ViewSteps> StepsOf(const AppState& state, const ViewWorker* worker) {
    const ViewRow& view = RowOf(state.ui.view);
    return view.steps ? std::optional(view.steps(state, worker)) : std::nullopt;
}

Commands ForShownView(const AppState& state, const ViewWorker* worker, const Command& command) {
    const std::optional<ViewSteps> steps = StepsOf(state, worker);
    return steps ? ForSteps(state, *steps, command) : ForStages(state, command);
}

}  // namespace decodescope
