// The command that sets the state of a view.
#pragma once

#include "app/state/state.h"

namespace decodescope {

// `ViewState` is one of those that UiState keeps. InRange, declared beside it, brings its numbers
// into range.
template <class ViewState>
struct SetViewState {
    ViewState view;
};
template <class ViewState>
SetViewState(ViewState) -> SetViewState<ViewState>;

template <class ViewState>
void Apply(AppState& state, const SetViewState<ViewState>& command) {
    state.ui.view_state<ViewState>() = InRange(command.view, state);
}

// A batch that a person sets up is part of the recipe: an edit that can be undone. (In
// batch_commands.cpp.)
void Apply(AppState& state, const SetViewState<BatchViewState>& command);

}  // namespace decodescope
