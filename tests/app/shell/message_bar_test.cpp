#include "app/shell/message_bar.h"

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/screen_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

TEST_CASE("A message can be dismissed, and what a field refuses stays until it is fixed") {
    AppState state = AbcState();
    Execute(state, ShowMessage{"something went wrong"});
    const Area area{{300, 700}, {1200, 740}};
    PanelBench bench(state, [area](const Panel& panel) { DrawMessageBar(panel, area); });
    bench.ui.Click("message.close");
    bench.OnlyCommand<DismissMessage>();
    Execute(bench.state, DismissMessage{});
    Execute(bench.state, SetPrompt{"X"});
    bench.ui.Settle();
    CHECK(bench.ui.Has("message"));
    CHECK_FALSE(bench.ui.Has("message.close"));
}

}  // namespace decodescope
