// Documents from files and into them: what a path means, whatever kind of file it names.
#pragma once

#include <string>
#include <vector>

#include "app/state/state.h"

namespace decodescope {

// Opens a model or a recipe. Throws Error.
Document OpenDocument(const std::string& path);

// Writes the recipe, and notes that it is saved there. Throws Error; nothing is changed then. The
// file of the recipe's own model is never written: a recipe that names its model would then name
// itself.
void SaveDocument(Document& document, const std::string& path);

// Whether both paths lead to one file that exists.
bool IsSameFile(const std::string& a, const std::string& b);

// Puts a path first among recent files, once, and drops the oldest of too many.
void AddRecent(std::vector<std::string>& recent, const std::string& path);

// The whole path, without "." and "..".
std::string AbsolutePath(const std::string& path);

}  // namespace decodescope
