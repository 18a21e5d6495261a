#include "app/views/recipe/recipe_rule.h"

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/views/recipe/recipe_panel.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Area kTall{{0, 0}, {360, 700}};

}  // namespace

TEST_CASE("Sampling brings the numbers of the rule, and a seed to choose") {
    AppState state = AbcState();
    Execute(state, SetRule{{.kind = RuleKind::Sample}});
    PanelBench bench(state, [](const Panel& panel) { DrawRecipePanel(panel, kTall); });
    bench.ui.DragRight("recipe.temperature", 10);
    REQUIRE_FALSE(bench.commands.empty());
    CHECK(bench.commands.front().As<SetRule>().rule.temperature > 1.0);
}

}  // namespace decodescope
