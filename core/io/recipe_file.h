// Recipes as TOML text, and opening whatever file a person names.
//
//   model = "abc.toml"     # beside this file; or a [model] table with all that a model file has
//   prompt = "A B"
//   tokens = 4
//   [selection]
//   rule = "sample"        # or "greedy"
//   temperature = 0.8      # top_k, top_p, min_p, seed
//
// Tokens taken by hand stand above the [selection], a line for each branch but the rule's own:
//   branch = 1             # the one that is decoded; 0: the rule's own
//   branches = [
//     [{ pass = 0, id = 2 }],
//   ]
//
// A TOML file is a recipe if it has the key `model`, and else a model.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/run/recipe.h"

namespace decodescope {

// A recipe's own text; paths in it are relative to the folder of `file_name`. Reads the model it
// names. Throws Error with file:line:column.
Recipe ParseRecipe(std::string_view text, const std::string& file_name);

// Opens a recipe, a TOML model or a llama2.c checkpoint; a model comes with its example.
// `tokenizer` is for a checkpoint whose tokenizer does not lie beside it. Throws Error for what is
// none of these.
Recipe OpenFile(const std::filesystem::path& path,
                const std::optional<std::filesystem::path>& tokenizer = std::nullopt);

// TOML text of a recipe. `model_path` is written as it is; an empty one writes the model itself.
std::string FormatRecipe(const Recipe& recipe);

// Writes a recipe to a file (WriteFileAtomically), which reads back equal. The path of its model is
// written relative to the file's folder where the model lies in it or beside it, else in full.
void WriteRecipeFile(const std::filesystem::path& path, const Recipe& recipe);

}  // namespace decodescope
