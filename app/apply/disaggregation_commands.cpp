#include "app/apply/disaggregation_commands.h"

namespace decodescope {

void Apply(AppState& state, const GoToDisaggregationStep& command) {
    if (!command.keeps_playing) state.ui.playing = false;
    DisaggregationViewState view = state.ui.disaggregation;
    view.step = command.step;
    state.ui.disaggregation = InRange(view, state);
}

}  // namespace decodescope
