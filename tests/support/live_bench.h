// A panel bench that applies what its panels emit after each frame.
#pragma once

#include <string_view>
#include <utility>

#include "app/apply/apply.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

struct LiveBench {
    LiveBench(AppState shown, PanelBench::DrawPanel draw, ImVec2 size = {1600, 1600})
        : bench(std::move(shown), std::move(draw), size) {
        bench.ui.before_frame = [this] { ApplyCommands(); };
    }

    void ApplyCommands() {
        for (const Command& command : std::exchange(bench.commands, {}))
            Execute(bench.state, command);
        bench.derived = DerivedOf(bench.state, bench.state.ui.pinned);
    }

    AppState& state() { return bench.state; }
    const Model& model() { return *bench.state.document.recipe.model; }
    HeadlessUi& ui() { return bench.ui; }

    PanelBench bench;
};

inline void SelectAllAndType(HeadlessUi& ui, std::string_view text) {
    ImGui::GetIO().KeyCtrl = true;
    ui.PressKey(ImGuiKey_A);
    ImGui::GetIO().KeyCtrl = false;
    ui.Type(text);
}

}  // namespace decodescope
