#include "app/views/recipe/recipe_vocabulary.h"

#include "app/apply/view_commands.h"
#include "tests/app/views/recipe/recipe_bench.h"
#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("A large vocabulary is a list of what is in sight, and can be searched") {
    Config config = SmallWithEverything();
    config.vocabulary_size = 32000;
    LiveBench live = RecipeOf(StateOf(config, Precision::Float32));
    CHECK(live.ui().Has("recipe.token.0"));
    CHECK_FALSE(live.ui().Has("recipe.token.40"));
    live.ui().Click("recipe.token.search");
    live.ui().Type("t31999");
    live.ui().Settle();
    CHECK(live.ui().Has("recipe.token.31999"));
    CHECK_FALSE(live.ui().Has("recipe.token.0"));
    live.ui().Click("recipe.token.31999");
    live.ui().Settle();
    CHECK(live.ui().Has("recipe.token.31999.name"));

    Execute(live.state(), SearchTokens{""});
    live.ui().Click("recipe.token.add");  // at the end: the list goes there
    live.ui().Settle();
    CHECK(live.ui().Has("recipe.token.32000"));
    CHECK(live.ui().Has("recipe.token.32000.name"));
}

TEST_CASE("Tokens of a llama2.c model are looked at, not changed") {
    Model model = RandomModel(SmallWithEverything(), 2);
    model.tokenizer.pieces = {"a", "b", "ab", " "};
    model.tokenizer.kind = TokenizerKind::BytePair;
    model.tokenizer.scores = {0, 0, 0, 0};
    model.example_prompt = "ab";
    LiveBench live = RecipeOf(StateFor(ExampleRecipe(std::make_shared<const Model>(model)), ""));
    live.ui().Click("recipe.token.1");
    live.ui().Click("recipe.token.add");
    live.ui().Settle();
    CHECK_FALSE(live.state().ui.token_menu.has_value());
    CHECK(live.state().history.size() == 0);
}

}  // namespace decodescope
