#include "app/apply/recording_commands.h"

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/file_commands.h"
#include "app/apply/screen_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

TEST_CASE("Passes of an earlier edition are not added") {
    AppState state = AbcState();
    const auto recording = state.recording;
    Execute(state, AddPasses{state.edition - 1, {recording->passes()[0]}});
    CHECK(state.recording == recording);
}

TEST_CASE("All recordings of a window share one memory, whose size is the preference") {
    AppState state = AbcState();
    Execute(state, SetTraceMemory{100});
    CHECK(state.preferences.trace_megabytes == 100);
    CHECK(state.memory->budget() == size_t{100} << 20);
    const auto shares = [&] { return state.recording->memory() == state.memory; };
    CHECK(shares());
    Execute(state, SetPrompt{"A A"});
    CHECK(shares());
    Execute(state, OpenPath{"assets/models/drinks.toml"});
    CHECK(state.ui.message == "");
    CHECK(shares());
    CHECK(state.memory->budget() == size_t{100} << 20);
}

}  // namespace decodescope
