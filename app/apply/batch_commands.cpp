#include "app/apply/batch_commands.h"

#include <algorithm>

#include "app/apply/edit_commands.h"
#include "app/apply/view_state_commands.h"
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

// The plan is the recipe's, also after undo and opening; without one, it suits the recipe.
void FollowPlan(AppState& state, const Recipe& recipe) {
    BatchViewState& view = state.ui.batch;
    const std::optional<BatchPlan>& own = state.document.recipe.batch;
    if (own) {
        static_cast<BatchPlan&>(view) = *own;
        view.is_own = true;
    } else if (view.is_own || state.batch.followed != recipe) {
        const int step = view.step;
        view = BatchViewStateFor(recipe);
        view.step = step;
    }
}

}  // namespace

void Apply(AppState& state, const SetViewState<BatchViewState>& command) {
    const BatchViewState before = state.ui.batch;
    state.ui.batch = InRange(command.view, state);
    if (!state.ui.batch.is_own || state.ui.batch.plan() == before.plan()) return;
    Recipe edited = state.document.recipe;
    edited.batch = state.ui.batch.plan();
    Edit(state, NameOfChange(before.plan(), state.ui.batch.plan()), std::move(edited));
}

void FollowBatch(AppState& state) {
    if (state.ui.view != View::Batch) return;
    const Recipe& recipe = state.recording->recipe();
    BatchWork& work = state.batch;
    FollowPlan(state, recipe);
    const BatchViewState& view = state.ui.batch;
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
