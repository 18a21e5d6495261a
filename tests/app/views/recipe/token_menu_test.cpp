#include "app/views/recipe/token_menu.h"

#include "app/apply/screen_commands.h"
#include "tests/app/views/recipe/recipe_bench.h"
#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("A click on a token opens its menu with its name, ready to be typed over") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().Click("recipe.token.0");
    live.ui().Settle();
    CHECK(live.state().ui.token_menu == 0);
    CHECK(live.ui().Has("recipe.token.0.name"));
    live.ui().Type("tea");
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces[0] == "tea");
    CHECK(live.state().document.recipe.prompt == "tea B");
    CHECK(live.state().history.undo_count() == 1);
    live.ui().PressEnter();
    live.ui().Settle();
    CHECK_FALSE(live.state().ui.token_menu.has_value());
    CHECK_FALSE(live.ui().Has("recipe.token.0.name"));
}

TEST_CASE("Escape in the name puts the old one back and closes the menu") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().Click("recipe.token.1");
    live.ui().Settle();
    live.ui().Type("x");
    live.ui().Settle();
    REQUIRE(live.model().tokenizer.pieces[1] == "x");
    live.ui().PressKey(ImGuiKey_Escape);
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces[1] == "B");
    CHECK(live.state().history.undo_count() == 0);
    CHECK_FALSE(live.state().ui.token_menu.has_value());
}

TEST_CASE("A token is moved and removed in its menu, which goes along with it") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().Click("recipe.token.2");
    live.ui().Settle();
    live.ui().Click("recipe.token.2.up");
    live.ui().Settle();
    live.ui().Click("recipe.token.1.up");
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces == std::vector<std::string>{"C", "A", "B"});
    live.ui().Click("recipe.token.0.up");  // the first one: nothing
    CHECK(live.model().tokenizer.pieces[0] == "C");
    live.ui().Click("recipe.token.0.down");
    live.ui().Settle();
    live.ui().Click("recipe.token.1.remove");
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces == std::vector<std::string>{"A", "B"});
    CHECK_FALSE(live.state().ui.token_menu.has_value());
}

TEST_CASE("A token is moved by its ID, dragged or typed, and its menu stays with it") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().Click("recipe.token.0");
    live.ui().Settle();
    live.ui().DragRight("recipe.token.0.id", 30);
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces == std::vector<std::string>{"B", "C", "A"});
    CHECK(live.state().ui.token_menu == 2);
    CHECK(live.state().history.undo_count() == 1);
    live.ui().Click("recipe.token.2.id");
    live.ui().Settle();
    live.ui().Type("0");
    live.ui().PressEnter();
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces == std::vector<std::string>{"A", "B", "C"});
    CHECK(live.state().ui.token_menu == 0);
}

TEST_CASE("A new token comes with its menu open, and a click elsewhere closes it") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().Click("recipe.token.add");
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces.back() == "D");
    CHECK(live.ui().Has("recipe.token.3.name"));
    live.ui().Click("recipe.tokens");
    live.ui().Settle();
    CHECK_FALSE(live.state().ui.token_menu.has_value());
}

TEST_CASE("A refused name is said in the menu, and leaving it keeps what was there") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().Click("recipe.token.0");
    live.ui().Settle();
    const Hotspot before = live.ui().At("recipe.token.0.up");
    live.ui().Type("B");
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces[0] == "A");
    CHECK(live.ui().At("recipe.token.0.up").min.y > before.min.y);  // the reason is above
    live.ui().PressEnter();
    live.ui().Settle();
    CHECK(live.state().ui.refused.empty());
}

}  // namespace decodescope
