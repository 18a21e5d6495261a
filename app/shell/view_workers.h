// The workers of all views, made from their rows.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/panel/view_worker.h"
#include "app/state/view.h"

namespace decodescope {

class ViewWorkers {
public:
    // `wake` is called from other threads when there is something new to show.
    explicit ViewWorkers(const std::function<void()>& wake);

    // Each once per frame (view_worker.h).
    Commands Collect(const AppState& state);
    void Update(const AppState& state);

    bool is_busy() const;

    // Of a view; null where it has none.
    ViewWorker* Of(View view) const;

private:
    struct Worker {
        View view;
        std::unique_ptr<ViewWorker> worker;
    };
    std::vector<Worker> workers_;
};

}  // namespace decodescope
