#include "app/views/recipe/recipe_panel.h"

#include "app/apply/edit_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/live_bench.h"

namespace decodescope {
namespace {

const Area kTall{{0, 0}, {360, 700}};

}  // namespace

TEST_CASE("The prompt is set as it is typed") {
    PanelBench bench(AbcState(), [](const Panel& panel) { DrawRecipePanel(panel, kTall); });
    bench.ui.Click("recipe.prompt");
    bench.ui.Type(" C");
    REQUIRE_FALSE(bench.commands.empty());
    const auto* edit = bench.commands.back().If<SetPrompt>();
    REQUIRE(edit != nullptr);
    CHECK(edit->prompt.find('C') != std::string::npos);
}

TEST_CASE("In the batch the recipe's prompt is shown as not in use, and cannot be typed into") {
    AppState state = AbcState();
    state.ui.view = View::Batch;
    LiveBench live(std::move(state), [](const Panel& panel) { DrawRecipePanel(panel, kTall); });
    live.ui().Settle();
    CHECK_FALSE(live.ui().Has("recipe.prompt"));
    live.ui().Click("recipe.prompt_unused");
    live.ui().Settle();
    live.ui().Type(" C");
    live.ui().Settle();
    CHECK(live.state().document.recipe.prompt == "A B");
}

}  // namespace decodescope
