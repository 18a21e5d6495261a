#include "app/views/recipe/recipe_panel.h"

#include "app/apply/edit_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

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

}  // namespace decodescope
