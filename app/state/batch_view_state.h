// The batch view: several requests served together, as a person set them up, and their run.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/serve/batch.h"

namespace decodescope {

struct AppState;

// The plan of the recipe, or one made for it until the person sets up a batch.
struct BatchViewState : BatchPlan {
    bool is_own = false;  // set up by the person, and so the recipe's
    int step = 0;         // shown; -1: before the first

    const BatchPlan& plan() const { return *this; }

    friend bool operator==(const BatchViewState&, const BatchViewState&) = default;
};

// What is shown first for a recipe: a few prompts of different lengths that its model can continue;
// one arrives late.
BatchViewState BatchViewStateFor(const Recipe& recipe);

// What an edit of a plan changed, in the words of the history: "change prompt of request 2". Edits
// of the same thing are one entry.
std::string NameOfChange(const BatchPlan& before, const BatchPlan& after);

// Every number in its range; the step in that of the run so far.
BatchViewState InRange(BatchViewState view, const AppState& state);

// The run of the batch view.
struct BatchWork {
    std::optional<Recipe> followed;       // the recipe for which the view was last made or set up
    std::optional<Batch> wanted;          // of the run; nothing: no batch was shown yet
    std::shared_ptr<const BatchRun> run;  // null if there is a problem
    std::string problem;                  // why there can be no run
    int edition = 0;  // counts the runs started; steps of an earlier one are dropped
};

}  // namespace decodescope
