#include "app/apply/inspect_commands.h"

#include "app/apply/apply.h"
#include "app/apply/screen_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

void ApplyAll(AppState& state, std::initializer_list<Command> commands) {
    for (const Command& command : commands) Execute(state, command);
}

}  // namespace

TEST_CASE("Pinning the same number again unpins it, and Escape closes one thing at a time") {
    AppState state = AbcState({1, 8});
    const Cell cell{TensorId::Scores, 0, 0, 2, 0};
    ApplyAll(state, {Pin{cell}, Pin{cell}});
    CHECK_FALSE(state.ui.pinned.has_value());
    ApplyAll(state, {Pin{cell}, ToggleKeys{}, Escape{}});
    CHECK_FALSE(state.ui.show_keys);
    CHECK(state.ui.pinned.has_value());
    Execute(state, Escape{});
    CHECK_FALSE(state.ui.pinned.has_value());
}

}  // namespace decodescope
