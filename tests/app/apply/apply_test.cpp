#include "app/apply/apply.h"

#include "app/apply/edit_commands.h"
#include "app/apply/file_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

void ApplyAll(AppState& state, std::initializer_list<Command> commands) {
    for (const Command& command : commands) Execute(state, command);
}

}  // namespace

TEST_CASE("A toy starts paused before the prefill, recorded to its end") {
    const AppState state = AbcState();
    CHECK(state.ui.playhead == kStart);
    CHECK_FALSE(state.ui.playing);
    CHECK(state.recording->pass_count() == 4);
    CHECK_FALSE(state.document.unsaved());
}

TEST_CASE("Commands out of range are brought into it") {
    AppState state = DrinksState();
    ApplyAll(state, {ChooseLayer{99}, ChooseHead{-3}, SetScale{100}, SetTokens{-5},
                     SetNumberFormat{{.decimals = 40, .decimal_comma = false}},
                     Pin{Cell{TensorId::ResidualIn, 9, 9, 9, 9}}});
    CHECK(state.ui.layer == state.recording->config().layers - 1);
    CHECK(state.ui.head == 0);
    CHECK(state.preferences.scale == kMostScale);
    CHECK(state.document.recipe.tokens == 1);
    CHECK(state.preferences.numbers.decimals == 6);
    CHECK_FALSE(state.ui.pinned.has_value());
}

TEST_CASE("A file that cannot be opened or written is a message, and nothing else changes") {
    AppState state = AbcState();
    const Recipe recipe = state.document.recipe;
    Execute(state, OpenPath{"no/such/file.toml"});
    CHECK(state.ui.message.find("no/such/file.toml") != std::string::npos);
    CHECK(state.document.recipe == recipe);
    ApplyAll(state, {DismissMessage{}, SaveAs{"no/such/folder/recipe.toml"}});
    CHECK_FALSE(state.ui.message.empty());
}

}  // namespace decodescope
