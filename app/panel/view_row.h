// A view: what can take the middle of the window, one at a time. All that the rest of the program
// knows of a view is its row; shell/views.cpp lists the rows, and the View menu, the keys, the
// names in the menu bar, `--view` and its help, the transport and the UI log are made from that
// list.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "app/panel/panel.h"
#include "app/panel/view_worker.h"
#include "app/state/view.h"
#include "app/work/view_steps.h"

namespace decodescope {

struct ViewRow {
    View view = View::Pass;
    const char* name = "";        // after --view, in its hotspot "view.NAME", in the UI log
    const char* alias = nullptr;  // a second name, valid in the same places
    const char* title = "";       // in the menu bar and the View menu
    const char* tip = "";
    char32_t key = 0;             // with Ctrl
    bool shows_sequence = false;  // the recipe's own sequence stays above the view

    // Null: the pass, which the shell draws with its inspector and tabs.
    void (*draw)(const Panel& panel, Area area) = nullptr;

    // Of a view in which the transport does not move from stage to stage; both or neither.
    // `keeps_playing` where it is not a person who goes to the step. `worker` is the view's own.
    ViewSteps (*steps)(const AppState& state, const ViewWorker* worker) = nullptr;
    Command (*set_step)(int step, bool keeps_playing) = nullptr;

    // What the UI log says of the view while it is shown, under the view's name; null: nothing.
    nlohmann::ordered_json (*log)(const AppState& state, const Derived& derived,
                                  const ViewWorker* worker) = nullptr;

    // Null: it finds nothing beyond the state and Derived. `wake` is called from other threads.
    std::unique_ptr<ViewWorker> (*make_worker)(std::function<void()> wake) = nullptr;
};

// A row's make_worker, for a worker that is made from `wake` alone.
template <class Worker>
std::unique_ptr<ViewWorker> MakeWorker(std::function<void()> wake) {
    return std::make_unique<Worker>(std::move(wake));
}

}  // namespace decodescope
