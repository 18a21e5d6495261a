#include "core/run/recipe.h"

#include <algorithm>
#include <utility>

namespace decodescope {

std::optional<TokenId> ChosenAt(const Branch& branch, int pass) {
    const auto found = std::ranges::find(branch, pass, &ByHand::pass);
    return found == branch.end() ? std::nullopt : std::optional(found->id);
}

Recipe ExampleRecipe(ModelPtr model) {
    Recipe recipe;
    recipe.prompt = model->example_prompt;
    recipe.tokens = model->example_tokens;
    recipe.model = std::move(model);
    return recipe;
}

}  // namespace decodescope
