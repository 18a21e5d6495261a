// All that the user chose. It is what is saved, edited and undone; a recording follows from it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/engine/selection.h"
#include "core/model/model.h"
#include "core/run/batch_plan.h"

namespace decodescope {

// The most tokens that a recipe may select, in a file or elsewhere: the memory for the values grows
// with its square.
constexpr int kMostSelected = 4096;

// A token taken by hand at a pass, instead of the rule's own.
struct ByHand {
    int pass = 0;
    TokenId id = 0;

    friend bool operator==(const ByHand&, const ByHand&) = default;
};

// A way through a recipe: the tokens taken by hand, in the order of passes. Empty: the rule alone.
using Branch = std::vector<ByHand>;

// What a branch takes by hand at a pass, if anything.
std::optional<TokenId> ChosenAt(const Branch& branch, int pass);

struct Recipe {
    ModelPtr model;
    std::string
        model_path;  // of the model's file; empty: the model is written in the recipe itself
    std::string prompt;
    int tokens = 4;  // G: how many tokens to select, so G passes run (fewer if a response ends)
    SelectionRule rule;
    std::vector<Branch> branches = {{}};  // the first is the rule alone; branches.h makes others
    int branch = 0;                       // the one that is decoded
    std::string tokenizer_path;      // of a checkpoint's tokenizer; empty: beside the checkpoint
    std::optional<BatchPlan> batch;  // that a person set up; empty: one that suits the model

    const Branch& choices() const { return branches[static_cast<size_t>(branch)]; }

    // Recipes that hold the same model object compare equal in it; no weights are compared.
    friend bool operator==(const Recipe&, const Recipe&) = default;
};

// The recipe that a model's file suggests: its example prompt and length, greedy.
Recipe ExampleRecipe(ModelPtr model);

}  // namespace decodescope
