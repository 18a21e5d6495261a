// The batch view with its worker, for tests of its parts.
#pragma once

#include <string_view>
#include <utility>

#include "app/apply/apply.h"
#include "app/apply/view_commands.h"
#include "app/apply/view_state_commands.h"
#include "app/shell/view_transport.h"
#include "app/views/batch/batch_view.h"
#include "app/views/batch/batch_worker.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

inline AppState InBatchView(AppState state) {
    Execute(state, ChooseView{View::Batch});
    return state;
}

// As the program applies a command while a view with steps of its own is shown.
inline void ApplyInView(AppState& state, const Command& command) {
    for (const Command& each : ForShownView(state, nullptr, command)) Execute(state, each);
}

inline BatchViewState ViewWith(const AppState& state, auto change) {
    BatchViewState view = state.ui.batch;
    change(view);
    view.is_own = true;
    return view;
}

// The view, whose commands are applied when the test says so.
class BatchBench {
public:
    explicit BatchBench(AppState state, ImVec2 size = {1360, 784})
        : bench_(
              InBatchView(std::move(state)),
              [size](const Panel& panel) {
                  DrawBatchView(panel, {{0, 0}, size});
              },
              size) {
        Update();
    }

    // Applies what was emitted, and draws what came of it.
    void ApplyCommands() {
        for (const Command& command : std::exchange(bench_.commands, {}))
            Execute(bench_.state, command);
        Update();
    }

    void Click(std::string_view hotspot) {
        bench_.ui.Click(hotspot);
        ApplyCommands();
    }

    void Type(std::string_view hotspot, std::string_view text) {
        bench_.ui.DoubleClick(hotspot);
        for (const char c : text) {
            bench_.ui.Type({&c, 1});
            ApplyCommands();
        }
    }

    PanelBench& bench() { return bench_; }
    HeadlessUi& ui() { return bench_.ui; }
    AppState& state() { return bench_.state; }
    const BatchRun& run() const { return *bench_.state.batch.run; }
    const BatchViewData& data() const {
        return *static_cast<const BatchWorker&>(*bench_.workers.Of(View::Batch)).data();
    }

private:
    void Update() {
        bench_.workers.Update(bench_.state);
        bench_.ui.Settle();
        bench_.commands.clear();
    }

    PanelBench bench_;
};

}  // namespace decodescope
