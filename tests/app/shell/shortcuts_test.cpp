#include "app/shell/shortcuts.h"

#include <map>
#include <set>

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/file_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/playback_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

template <class C>
bool Gives(const AppState& state, const KeyPress& press, bool is_typing = false) {
    const std::optional<Command> command = CommandFor(state, press, is_typing);
    return command && command->Is<C>();
}

constexpr KeyPress kCtrlZ{.key = Key::Character, .character = U'z', .ctrl = true};

}  // namespace

TEST_CASE("The keys of the design do what they should") {
    const AppState state = AbcState();
    CHECK(Gives<GoToNextStage>(state, {.key = Key::Right}));
    CHECK(Gives<GoToPreviousStage>(state, {.key = Key::Left}));
    CHECK(Gives<GoToNextPass>(state, {.key = Key::PageDown}));
    CHECK(Gives<GoToPreviousPass>(state, {.key = Key::PageUp}));
    CHECK(Gives<GoToFirst>(state, {.key = Key::Home}));
    CHECK(Gives<GoToLast>(state, {.key = Key::End}));
    CHECK(Gives<TogglePlay>(state, {.key = Key::Space}));
    CHECK(Gives<Escape>(state, {.key = Key::Escape}));
    // The toy has one layer and one head.
    CHECK_FALSE(Gives<ChooseLayer>(state, {.key = Key::Down, .shift = true}));
    CHECK(Gives<SetTheme>(state, {.key = Key::Character, .character = U't'}));
    CHECK(Gives<Save>(state, {.key = Key::Character, .character = U's', .ctrl = true}));
    CHECK(Gives<SetScale>(state, {.key = Key::Character, .character = U'+', .ctrl = true}));
}

TEST_CASE("F shows the whole pass, and pressed again what is current") {
    AppState state = AbcState();
    const KeyPress f{.key = Key::Character, .character = U'f'};
    Execute(state, *CommandFor(state, f, false));
    CHECK(state.ui.camera.fits);
    Execute(state, *CommandFor(state, f, false));
    CHECK(state.ui.camera == Camera{});
}

TEST_CASE("A sign is the same key with Shift and without: keyboards differ") {
    const AppState state = AbcState();
    CHECK(Gives<ToggleKeys>(state, {.key = Key::Character, .character = U'?', .shift = true}));
    CHECK(Gives<ToggleKeys>(state, {.key = Key::Character, .character = U'?'}));
    CHECK(Gives<SetScale>(state,
                          {.key = Key::Character, .character = U'=', .ctrl = true, .shift = true}));
}

TEST_CASE("Undo and redo are keys only while there is something to undo or redo") {
    AppState state = AbcState();
    CHECK_FALSE(CommandFor(state, kCtrlZ, false).has_value());
    Execute(state, SetPrompt{"C"});
    CHECK(Gives<Undo>(state, kCtrlZ));
    Execute(state, Undo{});
    CHECK(Gives<Redo>(state, {.key = Key::Character, .character = U'y', .ctrl = true}));
    CHECK(Gives<Redo>(state,
                      {.key = Key::Character, .character = U'z', .ctrl = true, .shift = true}));
}

TEST_CASE("A focused text field keeps its keys, but not those of files and size") {
    AppState state = AbcState();
    Execute(state, SetPrompt{"C"});
    for (const KeyPress& press : {KeyPress{.key = Key::Right}, KeyPress{.key = Key::Home},
                                  KeyPress{.key = Key::Space}, KeyPress{.key = Key::Escape}, kCtrlZ,
                                  KeyPress{.key = Key::Character, .character = U't'}}) {
        CHECK_FALSE(CommandFor(state, press, true).has_value());
    }
    CHECK(Gives<Save>(state, {.key = Key::Character, .character = U's', .ctrl = true}, true));
}

TEST_CASE("No two actions share a name, and every key is written out") {
    std::set<std::string_view> ids;
    for (const Action& action : Actions()) {
        INFO(std::string(action.id));
        CHECK(ids.insert(action.id).second);
        CHECK((action.presses[0].key == Key::None) == action.keys.empty());
    }
}

TEST_CASE("No two actions that are possible at once share a key") {
    AppState walking = AbcState({0, 8});
    Execute(walking, Focus{Cell{TensorId::ResidualIn, 0, 0, 0, 0}});
    for (const AppState& state : {AbcState(), walking}) {
        std::set<std::tuple<int, char32_t, bool, bool, bool>> presses;
        for (const Action& action : Actions()) {
            INFO(std::string(action.id));
            for (const KeyPress& press : action.presses) {
                if (press.key == Key::None || !action.is_possible(state)) continue;
                CHECK(presses
                          .insert({static_cast<int>(press.key), press.character, press.ctrl,
                                   press.shift, press.alt})
                          .second);
            }
        }
    }
}

TEST_CASE("Undo in the menu says what it would undo") {
    AppState state = AbcState();
    Execute(state, SetParameter{{TensorId::TokenEmbedding, 0, 0, 0, 0}, 0.5});
    const auto actions = Actions();
    const auto undo = std::ranges::find(actions, "undo", &Action::id);
    REQUIRE(undo != actions.end());
    CHECK(NameOf(*undo, state) == "Undo change embedding of A");
}

}  // namespace decodescope
