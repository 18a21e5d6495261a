// Recipes read from TOML text (recipe_writer.h writes them).
//
//   model = "abc.toml"     # beside this file; or a [model] table with all that a model file has
//   prompt = "A B"
//   tokens = 4
//   [selection]
//   rule = "sample"        # or "greedy"
//   temperature = 0.8      # and the other keys of RuleFields
//
// A batch that was set up:
//   [batch]
//   kind = "prompts"       # or "samples"
//   slots = 3
//   shares_prompts = true
//   requests = [{ prompt = "A B", tokens = 4, arrives = 0 }]
//   samples = { count = 6, prompt = "A B", tokens = 8 }
//   [batch.selection]      # of the samples; the requests have the recipe's own
//
// Tokens selected by hand come before [selection], one line per branch other than the rule's own:
//   branch = 1             # the one that is decoded; 0: what the rule selects
//   branches = [
//     [{ pass = 0, id = 2 }],
//   ]
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/work_progress.h"
#include "core/run/recipe.h"
#include "core/toml/bounded_toml.h"

namespace decodescope {

// Paths in the text are relative to the folder of `file_name`. Reads the model that it names.
// Throws Error with file:line:column.
Recipe ParseRecipe(std::string_view text, const std::string& file_name);

// The same of a document that is already parsed. `tokenizer` is what the person named; it overrides
// what the recipe says; `progress` of reading the model may be null.
Recipe RecipeFromToml(const TomlDocument& document,
                      const std::optional<std::filesystem::path>& tokenizer,
                      WorkProgress* progress = nullptr);

}  // namespace decodescope
