#include "app/views/recipe/recipe_shape.h"

#include "app/views/recipe/recipe_panel.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Area kTall{{0, 0}, {360, 700}};

}  // namespace

TEST_CASE("A larger model shows its shape instead of its numbers") {
    PanelBench bench(DrinksState(), [](const Panel& panel) { DrawRecipePanel(panel, kTall); });
    CHECK_FALSE(bench.ui.Has("recipe.embedding.0.0"));
    CHECK(bench.ui.Has("recipe.prompt"));
}

}  // namespace decodescope
