// Recipes written as TOML text.
#pragma once

#include <filesystem>
#include <string>

#include "core/run/recipe.h"

namespace decodescope {

// TOML text of a recipe. `model_path` is written as it is; an empty one writes the model itself.
std::string FormatRecipe(const Recipe& recipe);

// Writes a recipe to a file (WriteFileAtomically), which reads back equal. The path of its model is
// relative to the file's folder where the model is in that folder, below it or beside it; else it
// is written in full.
void WriteRecipeFile(const std::filesystem::path& path, const Recipe& recipe);

}  // namespace decodescope
