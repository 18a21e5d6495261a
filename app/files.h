// Documents from files and into them: what a path means, whatever kind of file it names.
#pragma once

#include <string>

#include "app/state.h"

namespace decodescope {

// Opens a model or a recipe. Throws Error.
Document OpenDocument(const std::string& path);

// Writes the recipe, and notes that it is saved there. Throws Error; nothing is changed then.
void SaveDocument(Document& document, const std::string& path);

}  // namespace decodescope
