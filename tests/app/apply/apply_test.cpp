#include "app/apply/apply.h"

#include <filesystem>
#include <new>
#include <stdexcept>

#include "app/apply/edit_commands.h"
#include "app/apply/file_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

// A command that fails in a way that nobody has thought of.
struct Fail {
    std::exception_ptr exception;
};
void Apply(AppState&, const Fail& command) { std::rethrow_exception(command.exception); }

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
    CHECK(state.preferences.numbers.decimals == kMostDecimals);
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

TEST_CASE("Whatever a command throws becomes a message, and the document stays") {
    AppState state = AbcState();
    Execute(state, SetPrompt{"A B C"});
    const Recipe recipe = state.document.recipe;
    for (const std::exception_ptr& exception :
         {std::make_exception_ptr(std::bad_alloc()),
          std::make_exception_ptr(std::filesystem::filesystem_error(
              "status", "/x", std::make_error_code(std::errc::permission_denied))),
          std::make_exception_ptr(std::out_of_range("at"))}) {
        Execute(state, DismissMessage{});
        Execute(state, Fail{exception});
        CHECK_FALSE(state.ui.message.empty());
        CHECK(state.document.recipe == recipe);
        CHECK(state.document.unsaved());
    }
}

TEST_CASE("A message goes away when what it is about has succeeded, and not before") {
    AppState state = AbcState();
    Execute(state, OpenPath{"no/such/file.toml"});
    REQUIRE_FALSE(state.ui.message.empty());
    Execute(state, SetPrompt{"A B C"});
    CHECK_FALSE(state.ui.message.empty());  // an edit opens no file
    Execute(state, Undo{});
    Execute(state, OpenPath{"assets/models/abc.toml"});
    CHECK(state.ui.message.empty());

    ApplyAll(state, {SetPrompt{"B"}, ShowMessage{"decoding stopped", Topic::Decoding},
                     EndMessage{Topic::Preferences}});
    CHECK_FALSE(state.ui.message.empty());
    Execute(state, SetPrompt{"A"});  // decodes
    CHECK(state.ui.message.empty());
}

}  // namespace decodescope
