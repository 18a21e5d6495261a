#include "app/files.h"

#include "core/io/recipe_file.h"

namespace decodescope {

Document OpenDocument(const std::string& path) {
    const Recipe recipe = OpenFile(path);
    return {.recipe = recipe,
            .saved = recipe,
            .path = path,
            .is_model_file = recipe.model_path == path};
}

void SaveDocument(Document& document, const std::string& path) {
    WriteRecipeFile(path, document.recipe);
    document.saved = document.recipe;
    document.path = path;
    document.is_model_file = false;
}

}  // namespace decodescope
