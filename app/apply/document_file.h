// Opening and saving documents, and what their paths mean.
#pragma once

#include <string>
#include <vector>

#include "app/state/state.h"

namespace decodescope {

// Opens a model or a recipe. Throws Error.
Document OpenDocument(const std::string& path, WorkProgress* progress = nullptr);

// Writes the recipe, and notes that it is saved there. Throws Error; then nothing is changed.
// Refuses the file of the recipe's own model, which the recipe would replace.
void SaveDocument(Document& document, const std::string& path);

// The path under which a recipe is saved: with .toml at its end. Throws Error where it has the
// ending of another format, as which it would be opened.
std::string RecipePath(const std::string& path);

// Whether both paths lead to the same existing file.
bool IsSameFile(const std::string& a, const std::string& b);

// Puts a path first among the recent files, once, and drops the oldest if there are too many.
void AddRecent(std::vector<std::string>& recent, const std::string& path);

// The absolute path, without "." and "..".
std::string AbsolutePath(const std::string& path);

}  // namespace decodescope
