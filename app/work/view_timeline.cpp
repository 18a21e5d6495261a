#include "app/work/view_timeline.h"

#include <algorithm>

namespace decodescope {

std::optional<ViewSteps> StepsOfView(const AppState& state) {
    if (state.ui.view != View::Batch) return std::nullopt;
    const BatchRun* const run = state.batch.run.get();
    if (run == nullptr) return ViewSteps{};
    return ViewSteps{std::min(state.ui.batch.step, run->step_count() - 1), run->step_count(),
                     run->is_done()};
}

std::string StepTitle(const AppState& state) {
    const std::optional<ViewSteps> steps = StepsOfView(state);
    if (!steps || steps->now < 0) return "not begun";
    const BatchStep& step = state.batch.run->step(steps->now);
    std::string title = "Step " + std::to_string(steps->now);
    const char* separator = ": ";
    for (const SlotWork work :
         {SlotWork::Prefill, SlotWork::Share, SlotWork::Decode, SlotWork::Idle}) {
        const int count = step.SlotsAt(work);
        if (count == 0) continue;
        title += separator + std::to_string(count) + " " + std::string(NameOf(work));
        separator = ", ";
    }
    return title;
}

void ShowStepOfView(AppState& state, int step) {
    const std::optional<ViewSteps> steps = StepsOfView(state);
    if (!steps || steps->count == 0) return;
    state.ui.batch.step = std::clamp(step, -1, steps->last());
}

}  // namespace decodescope
