#include "app/apply/recording_commands.h"

#include "app/apply/apply.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

TEST_CASE("Passes of an earlier edition are not added") {
    AppState state = AbcState();
    const auto recording = state.recording;
    Execute(state, AddPasses{state.edition - 1, {recording->passes()[0]}});
    CHECK(state.recording == recording);
}

}  // namespace decodescope
