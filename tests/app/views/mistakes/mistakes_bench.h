// The mistakes view with its worker, for tests of its parts.
#pragma once

#include <string>

#include "app/apply/apply.h"
#include "app/apply/view_commands.h"
#include "app/apply/view_state_commands.h"
#include "app/shell/view_transport.h"
#include "app/views/mistakes/mistakes_view.h"
#include "app/views/mistakes/mistakes_worker.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

inline AppState Shown(AppState state, Mistake mistake = Mistake::OwnTokenLeftOut) {
    state.examples = {"assets/models/drinks.toml"};
    Execute(state, ChooseView{View::Mistakes});
    MistakesViewState view;
    view.mistake = mistake;
    Execute(state, SetViewState{view});
    return state;
}

// The view with its commands applied and its results updated, as in the program.
struct Desk {
    explicit Desk(AppState shown, ImVec2 size = {1360, 780}, const Theme* theme = nullptr)
        : area{{0, 0}, size},
          bench(
              std::move(shown), [this, theme](const Panel& panel) { Draw(panel, theme); }, size) {}

    void Draw(const Panel& panel, const Theme* theme) {
        const Panel themed{panel.state,
                           theme ? *theme : panel.theme,
                           panel.derived,
                           panel.commands,
                           panel.hotspots,
                           panel.hovered,
                           panel.hovered_position,
                           panel.transition,
                           panel.scenes,
                           panel.textures,
                           panel.text_zoom,
                           panel.worker};
        DrawMistakesView(themed, area);
    }

    void Click(const std::string& hotspot) {
        bench.ui.Click(hotspot);
        for (const Command& command : bench.commands) {
            for (const Command& each :
                 ForShownView(bench.state, bench.workers.Of(View::Mistakes), command)) {
                Execute(bench.state, each);
            }
        }
        bench.commands.clear();
        Update();
    }

    void Update() {
        bench.workers.Update(bench.state);
        bench.ui.Settle();
        bench.commands.clear();
    }

    const MistakesViewState& view() const { return bench.state.ui.mistakes; }
    const MistakesResults& results() const {
        return static_cast<const MistakesWorker&>(*bench.workers.Of(View::Mistakes)).results();
    }
    const MistakesViewData& data() const { return results().data.value(); }
    bool IsBroken(Invariant invariant) const {
        return data().invariants[static_cast<size_t>(invariant)].is_broken;
    }

    Area area;
    PanelBench bench;
};

}  // namespace decodescope
