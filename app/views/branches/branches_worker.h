// What the view of branches keeps: the recording of the compared branch, growing on another thread
// where the model is large, and that branch's pass as it was last built.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "app/panel/view_worker.h"
#include "app/scene/scene_cache.h"
#include "app/work/recorder.h"

namespace decodescope {

class BranchesWorker : public ViewWorker {
public:
    explicit BranchesWorker(std::function<void()> wake)
        : recorder_(Recorder::Follows::Compared, std::move(wake)) {}

    std::optional<Command> Collect(const AppState& state) override {
        recorder_.Follow(state);
        return recorder_.Collect();
    }
    bool is_busy() const override { return recorder_.is_busy(); }

    SceneCache& scenes() { return scenes_; }

private:
    Recorder recorder_;
    SceneCache scenes_{1};
};

}  // namespace decodescope
