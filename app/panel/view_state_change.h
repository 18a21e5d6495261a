// Changing the state of a view from one of its panels:
//
//     ChangeViewState<CostViewState>(panel, [&](CostViewState& view) { view.page = page; });
#pragma once

#include <utility>

#include "app/apply/view_state_commands.h"
#include "app/panel/panel.h"

namespace decodescope {

// Emits the command that sets the state as `change` leaves it.
template <class ViewState, class Change>
void ChangeViewState(const Panel& panel, Change change) {
    ViewState view = panel.state.ui.view_state<ViewState>();
    change(view);
    panel.Emit(SetViewState<ViewState>{std::move(view)});
}

}  // namespace decodescope
