#include "app/views/recipe/recipe_numbers.h"

#include "app/apply/edit_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/views/recipe/recipe_panel.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Area kTall{{0, 0}, {360, 700}};

}  // namespace

TEST_CASE("Dragging an embedding changes it pixel by pixel and ends as one edit") {
    PanelBench bench(AbcState(), [](const Panel& panel) { DrawRecipePanel(panel, kTall); });
    bench.ui.DragRight("recipe.embedding.0.0", 20);
    REQUIRE(bench.commands.size() >= 2);
    const auto* first = bench.commands.front().If<SetParameter>();
    REQUIRE(first != nullptr);
    CHECK(first->cell == Cell{TensorId::TokenEmbedding, 0, 0, 0, 0});
    CHECK(first->number > 1.0);
    CHECK(bench.commands.back().Is<EndEdit>());
}

TEST_CASE("Typing a number, with a comma too, changes an embedding") {
    PanelBench bench(AbcState(), [](const Panel& panel) { DrawRecipePanel(panel, kTall); });
    bench.ui.Click("cell.embedding.0.0.1.1");
    bench.ui.Settle();
    bench.ui.Type("0,5");
    REQUIRE_FALSE(bench.commands.empty());
    const auto* edit = bench.commands.back().If<SetParameter>();
    REQUIRE(edit != nullptr);
    CHECK(edit->cell == Cell{TensorId::TokenEmbedding, 0, 0, 1, 1});
    CHECK(edit->number == 0.5);
    bench.ui.PressEnter();
    bench.ui.Settle();
    CHECK(bench.commands.back().Is<EndEdit>());
}

TEST_CASE("A toy shows every parameter as a number, and reports the one under the mouse") {
    PanelBench bench(AbcState(), [](const Panel& panel) { DrawRecipePanel(panel, kTall); });
    for (const char* name :
         {"recipe.prompt", "recipe.rule", "recipe.tokens", "recipe.seed", "recipe.embedding.2.1",
          "cell.query_weight.0.0.1.0", "cell.key_weight.0.0.0.0", "cell.value_weight.0.0.0.1",
          "cell.output_weight.0.0.2.1"}) {
        INFO(name);
        CHECK(bench.ui.Has(name));
    }
    bench.ui.MoveTo("cell.output_weight.0.0.2.1");
    CHECK(bench.hovered == Cell{TensorId::OutputWeight, 0, 0, 2, 1});
}

}  // namespace decodescope
