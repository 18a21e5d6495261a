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

TEST_CASE("A paste of 40 kB holds no frame: its passes are left to the background") {
    AppState state = AbcState();
    const auto shown = state.recording;
    std::string pasted;
    for (int i = 0; i < 20000; ++i) pasted += "A ";
    Execute(state, SetPrompt{pasted});
    if (const Refusal* const refused = state.ui.refused.newest()) {  // on a small machine
        CHECK(refused->why.find("memory") != std::string::npos);
        return;
    }
    CHECK(state.recording == shown);  // it is shown until there is something of the new one
    REQUIRE(state.pending);
    CHECK(state.pending->pass_count() == 0);  // nothing was computed in the frame
    CHECK(state.document.recipe.prompt == pasted);
}

TEST_CASE("An edit of a toy is computed in its frame") {
    AppState state = AbcState();
    Execute(state, SetPrompt{"A B C"});
    CHECK_FALSE(state.pending);
    CHECK(state.recording->pass_count() == 4);
}

}  // namespace decodescope
