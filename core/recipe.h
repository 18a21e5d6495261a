// All that a person chose. It is what is saved, edited and undone; a recording follows from it.
#pragma once

#include <string>

#include "core/model.h"
#include "core/selection.h"

namespace decodescope {

// Most tokens that a recipe may select, written in a file or asked for otherwise: the values kept
// grow with the square of it.
constexpr int kMostSelected = 4096;

struct Recipe {
    ModelPtr model;
    std::string model_path;  // where the model came from; empty: it is written in the recipe itself
    std::string prompt;
    int tokens = 4;  // G: how many tokens to select, so G passes run (fewer if a response ends)
    SelectionRule rule;
    std::string tokenizer_path;  // of a checkpoint whose tokenizer does not lie beside it, else empty

    // Recipes that hold the same model object compare equal in it; no weights are compared.
    friend bool operator==(const Recipe&, const Recipe&) = default;
};

// The recipe that a model's file suggests: its example prompt and length, greedy.
Recipe ExampleRecipe(ModelPtr model);

}  // namespace decodescope
