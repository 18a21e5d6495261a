#include "core/recipe.h"

#include <utility>

namespace decodescope {

Recipe ExampleRecipe(ModelPtr model) {
    Recipe recipe;
    recipe.prompt = model->example_prompt;
    recipe.tokens = model->example_tokens;
    recipe.model = std::move(model);
    return recipe;
}

}  // namespace decodescope
