// Several responses served together, as a person set them up for the batch view, and what came of
// it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/serve/batch.h"

namespace decodescope {

struct AppState;

// What is served: prompts of their own, or samples of one.
enum class BatchKind { Prompts, Samples };

// A response that is asked for, as its row is filled in.
struct BatchRequest {
    std::string prompt;
    int tokens = 8;
    int arrival_step = 0;

    friend bool operator==(const BatchRequest&, const BatchRequest&) = default;
};

// It follows the recipe until the person changes it.
struct BatchViewState {
    bool is_own = false;
    BatchKind kind = BatchKind::Prompts;
    std::vector<BatchRequest> requests;
    BatchRequest sample;  // its joins are not used: samples join at once
    int samples = 6;
    SelectionRule sample_rule{.kind = RuleKind::Sample};
    int slots = 4;
    bool shares_prompts = true;
    int step = 0;  // that is shown; -1: before the first

    friend bool operator==(const BatchViewState&, const BatchViewState&) = default;
};

// What is shown first for a recipe: a few prompts that its model can continue, of different
// lengths, one of which joins late.
BatchViewState BatchViewStateFor(const Recipe& recipe);

// What the view asks for. Rows take the recipe's selection rule, samples their own.
Batch BatchOf(const BatchViewState& view, const Recipe& recipe);

// Every number in its range; the step in that of the run so far, while the view is shown.
BatchViewState InRange(BatchViewState view, const AppState& state);

// What the batch view works on.
struct BatchWork {
    std::optional<Recipe> followed;       // the recipe that the view was last made for, or set on
    std::optional<Batch> wanted;          // what the run is of; nothing: none was wanted yet
    std::shared_ptr<const BatchRun> run;  // null where there is a problem
    std::string problem;                  // why there can be no run
    int edition = 0;  // counts the runs begun; steps of an earlier one are not wanted any more
};

}  // namespace decodescope
