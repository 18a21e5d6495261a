#include "app/views/recipe/recipe_constants.h"

#include "core/model/edit_config.h"
#include "tests/app/views/recipe/recipe_bench.h"
#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("The scale is typed as a calculation, with a decimal comma too") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().Click("recipe.scale");
    SelectAllAndType(live.ui(), "0,25");
    live.ui().Settle();
    CHECK(live.model().config.attention_scale == 0.25);
    SelectAllAndType(live.ui(), "1/sqrt(4)");
    live.ui().Settle();
    CHECK(live.model().config.attention_scale == 0.5);
    CHECK(ScaleText(live.model()) == "1/sqrt(4)");
    live.ui().Type("/");
    live.ui().Settle();
    REQUIRE(live.state().ui.refused.newest());
    live.ui().PressEnter();
    live.ui().Settle();
    CHECK(live.state().ui.refused.empty());
    CHECK(ScaleText(live.model()) == "1/sqrt(2)");  // what cannot be used leaves no trace
    CHECK(live.state().history.undo_count() == 0);
    CHECK_FALSE(live.state().ui.message.empty());
}

TEST_CASE("An integer follows a slow drag, one step for some pixels") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().DragRight("recipe.tokens", 43);
    live.ui().Settle();
    CHECK(live.state().document.recipe.tokens == 8);
    CHECK(live.state().history.undo_count() == 1);
}

TEST_CASE("Constants have fields where the model has a use for them, and a drag is one step") {
    LiveBench toy = RecipeOf(AbcState());
    for (const char* name : {"recipe.norm_eps", "recipe.rope_theta", "recipe.kv_heads"}) {
        CHECK_FALSE(toy.ui().Has(name));
    }
    LiveBench live = RecipeOf(StateOf(SmallWithEverything()));
    live.ui().DragRight("recipe.norm_eps", 20);
    CHECK(live.model().config.norm_eps > 1e-5);
    live.ui().DragRight("recipe.rope_theta", 20);
    CHECK(live.model().config.rope_theta > 10000);
    live.ui().Settle();
    CHECK(live.state().history.undo_count() == 2);
    CHECK(live.ui().Has("recipe.kv_heads"));
}

}  // namespace decodescope
