#include "app/shell/view_workers.h"

#include <algorithm>

#include "app/shell/views.h"

namespace decodescope {

ViewWorkers::ViewWorkers(const std::function<void()>& wake) {
    for (const ViewRow* row : Views()) {
        if (row->make_worker) workers_.push_back({row->view, row->make_worker(wake)});
    }
}

Commands ViewWorkers::Collect(const AppState& state) {
    Commands commands;
    for (const Worker& each : workers_) {
        if (auto command = each.worker->Collect(state)) commands.push_back(*std::move(command));
    }
    return commands;
}

void ViewWorkers::Update(const AppState& state) {
    for (const Worker& each : workers_) each.worker->Update(state);
}

bool ViewWorkers::is_busy() const {
    return std::ranges::any_of(workers_, [](const Worker& each) { return each.worker->is_busy(); });
}

ViewWorker* ViewWorkers::Of(View view) const {
    const auto found = std::ranges::find(workers_, view, &Worker::view);
    return found == workers_.end() ? nullptr : found->worker.get();
}

}  // namespace decodescope
