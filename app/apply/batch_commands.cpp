#include "app/apply/batch_commands.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/run/work_estimate.h"
#include "core/serve/batch_scheduler.h"

namespace decodescope {
namespace {

void ShowStep(AppState& state, int step) {
    const BatchRun* const run = state.batch.run.get();
    if (run == nullptr || run->step_count() == 0) return;
    state.ui.batch.step = std::clamp(step, -1, run->step_count() - 1);
}

// Run to its end for a toy, else still without steps.
std::shared_ptr<const BatchRun> BeginBatch(Batch batch) {
    auto run = std::make_shared<BatchRun>(std::move(batch));
    if (IsToy(EstimatedWork(*run))) {
        BatchScheduler server(*run);
        while (BatchStepPtr step = server.Step()) run->Append(std::move(step));
    }
    return run;
}

}  // namespace

void FollowBatch(AppState& state) {
    if (state.ui.view != View::Batch) return;
    const Recipe& recipe = state.recording->recipe();
    BatchViewState& view = state.ui.batch;
    BatchWork& work = state.batch;
    if (!view.is_own && work.followed != recipe) {
        const int step = view.step;
        view = BatchViewStateFor(recipe);
        view.step = step;
    }
    work.followed = recipe;
    Batch batch = BatchOf(view, recipe);
    if (work.wanted == batch) return;
    work.wanted = batch;
    work.run.reset();
    work.problem.clear();
    ++work.edition;
    try {
        work.run = BeginBatch(std::move(batch));
        if (work.run->is_done()) ShowStep(state, view.step);
    } catch (const Error& error) {
        work.problem = error.what();
    }
}

void Apply(AppState& state, const AddBatchSteps& command) {
    if (command.edition != state.batch.edition || !state.batch.run) return;
    auto longer = std::make_shared<BatchRun>(*state.batch.run);  // passes are shared, not copied
    for (const BatchStepPtr& step : command.steps) longer->Append(step);
    state.batch.run = std::move(longer);
}

void Apply(AppState& state, const GoToBatchStep& command) {
    if (!command.keeps_playing) state.ui.playing = false;
    ShowStep(state, command.step);
}

}  // namespace decodescope
