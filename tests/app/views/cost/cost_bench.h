// The view "Cost", for tests of its parts.
#pragma once

#include "app/apply/apply.h"
#include "app/apply/view_commands.h"
#include "app/apply/view_state_commands.h"
#include "app/views/cost/cost_view.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

inline const Area kWide{{240, 104}, {1600, 820}};

inline AppState WithCost(AppState state, const CostViewState& view = {}) {
    Execute(state, ChooseView{View::Cost});
    Execute(state, SetViewState{view});
    return state;
}

inline PanelBench WideBench(const AppState& state) {
    return PanelBench(state, [](const Panel& panel) { DrawCostView(panel, kWide); });
}

// The last command to change the view.
inline const CostViewState* LastChange(const Commands& commands) {
    const CostViewState* view = nullptr;
    for (const Command& command : commands) {
        if (const auto* set = command.If<SetViewState<CostViewState>>()) view = &set->view;
    }
    return view;
}

}  // namespace decodescope
