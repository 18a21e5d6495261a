// Which recipe a verb runs: a FILE, and options that override what it says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/option_list.h"
#include "core/engine/selection_rule.h"
#include "core/run/recipe.h"

namespace decodescope {

// What was typed of the selection rule.
struct RuleOptions {
    std::optional<RuleKind> kind;
    std::vector<const RuleField*> given;  // the fields that were typed …
    SelectionRule typed;                  // … and their numbers
};

// What is absent was not typed: the recipe decides.
struct RecipeOptions {
    std::optional<std::string> file;
    std::optional<std::string> tokenizer;
    std::optional<std::string> prompt;
    std::optional<int> tokens;
    RuleOptions rule;
    std::optional<std::string> by_hand;  // "0:2,3:tea"
};

enum class FileNeed { Required, Optional };

// FILE alone, for AddRecipe and for verbs that take nothing else of it.
void AddFile(OptionList& list, RecipeOptions& options, FileNeed need = FileNeed::Required);
void AddTokenizer(OptionList& list, RecipeOptions& options);

// --tokens, --tokenizer, --rule and the fields of the rule.
void AddSelection(OptionList& list, RecipeOptions& options);

// All of it: FILE, --prompt, the selection and --by-hand.
void AddRecipe(OptionList& list, RecipeOptions& options, FileNeed need = FileNeed::Required);

// The recipe in options.file, or the ABC model's where there is none, with the overrides applied.
// Throws Error where the file cannot be opened or an override does not fit.
Recipe OpenRecipe(const RecipeOptions& options);

// What was typed, applied to a recipe from options.file. Throws Error where it does not fit.
Recipe Overridden(Recipe recipe, const RecipeOptions& options);

}  // namespace decodescope
