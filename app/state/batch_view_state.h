// The batch view: several requests served together, as a person set them up, and their run.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/serve/batch.h"

namespace decodescope {

struct AppState;

// What is served: requests with a prompt each, or several samples of one prompt.
enum class BatchKind { Prompts, Samples };

// A request, as it is filled in.
struct BatchRequest {
    std::string prompt;
    int tokens = 8;
    int arrival_step = 0;

    friend bool operator==(const BatchRequest&, const BatchRequest&) = default;
};

// Made for the recipe, and made again when the recipe changes, until the person sets up a batch.
struct BatchViewState {
    bool is_own = false;  // set up by the person
    BatchKind kind = BatchKind::Prompts;
    std::vector<BatchRequest> requests;
    BatchRequest sample;  // without its arrival step: samples arrive at step 0
    int samples = 6;
    SelectionRule sample_rule{.kind = RuleKind::Sample};
    int slots = 4;
    bool shares_prompts = true;
    int step = 0;  // shown; -1: before the first

    friend bool operator==(const BatchViewState&, const BatchViewState&) = default;
};

// What is shown first for a recipe: a few prompts of different lengths that its model can continue;
// one arrives late.
BatchViewState BatchViewStateFor(const Recipe& recipe);

// The batch that is set up. Requests use the recipe's selection rule, samples one of their own.
Batch BatchOf(const BatchViewState& view, const Recipe& recipe);

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
