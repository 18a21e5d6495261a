#include "app/state/command.h"

#include <string>

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "core/base/error.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

// Commands that nothing else in the program knows.
struct Say {
    std::string text;
};
void Apply(AppState& state, const Say& command) { state.ui.message = command.text; }

struct Fail {};
void Apply(AppState&, const Fail&) { throw Error("this always fails"); }

struct NoCommand {};

TEST_CASE("A struct is a command because Apply takes it, without being listed anywhere") {
    CHECK(IsCommand<Say>);
    CHECK(IsCommand<SetPrompt>);
    CHECK_FALSE(IsCommand<NoCommand>);
    CHECK_FALSE(IsCommand<int>);
    AppState state = AbcState();
    Execute(state, Say{"hello"});
    CHECK(state.ui.message == "hello");
}

TEST_CASE("A command knows which one it is") {
    const Command command = Say{"hello"};
    CHECK(command.Is<Say>());
    CHECK(command.As<Say>().text == "hello");
    CHECK_FALSE(command.Is<SetPrompt>());
    CHECK(command.If<SetPrompt>() == nullptr);
}

TEST_CASE("A copy of a command does the same") {
    AppState state = AbcState();
    Commands commands = {Say{"first"}, Fail{}};
    commands[1] = commands[0];
    commands[1].ApplyTo(state);
    CHECK(state.ui.message == "first");
}

TEST_CASE("A command that fails is a message, and nothing else") {
    AppState state = AbcState();
    Execute(state, Fail{});
    CHECK(state.ui.message.find("this always fails") != std::string::npos);
    CHECK_THROWS_AS(Command(Fail{}).ApplyTo(state), Error);
}

}  // namespace decodescope
