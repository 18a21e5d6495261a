#include "app/shell/menu_bar.h"

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/screen_commands.h"
#include "tests/support/catch.h"
#include "tests/support/live_bench.h"

namespace decodescope {

TEST_CASE("A menu opens on a click, and its items emit what their keys do") {
    PanelBench bench(AbcState(), [](const Panel& panel) {
        DrawMenuBar(panel, {{0, 0}, {1600, 36}});
    });
    bench.ui.Click("menu.view");
    bench.ui.Settle();
    bench.ui.Click("menu.view.theme");
    CHECK(bench.OnlyCommand<SetTheme>().theme == ThemeKind::Dark);
}

TEST_CASE("The Edit menu lists every step, and a click goes to the state after it") {
    AppState state = AbcState();
    for (const Command& command :
         {Command{SetPrompt{"A"}}, Command{EndEdit{}}, Command{SetTokens{2}}, Command{EndEdit{}},
          Command{SetPrompt{"C"}}, Command{EndEdit{}}}) {
        Execute(state, command);
    }
    LiveBench live(std::move(state), [](const Panel& panel) {
        DrawMenuBar(panel, {{0, 0}, {1600, 36}});
    });
    live.ui().Click("menu.edit");
    live.ui().Settle();
    live.ui().Click("menu.edit.history");
    for (int i = 0; i < 30 && !live.ui().Has("menu.edit.history.3"); ++i) live.ui().Frame();
    REQUIRE(live.ui().Has("menu.edit.history.3"));
    CHECK_FALSE(live.ui().Has("menu.edit.history.4"));
    live.ui().Click("menu.edit.history.1");
    live.ui().Settle();
    CHECK(live.state().document.recipe.prompt == "A");
    CHECK(live.state().document.recipe.tokens == 4);
    CHECK(live.state().history.redo_count() == 2);
}

}  // namespace decodescope
