#include "app/state/command.h"

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/file_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/playback_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/recording_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_commands.h"
#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Cell kEmbeddingOfB1{TensorId::TokenEmbedding, 0, 0, 1, 1};

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

TEST_CASE("Moving never makes a new recording") {
    AppState state = AbcState();
    const auto recording = state.recording;
    ApplyAll(state, {GoToNextStage{}, GoToNextPass{}, GoToLast{}, GoToPreviousStage{},
                     GoToPreviousPass{}, GoTo{{99, 99}}, GoToFirst{}, GoToPreviousStage{}});
    CHECK(state.recording == recording);
    CHECK(state.ui.playhead == kStart);
    CHECK(state.history.undo_count() == 0);
}

TEST_CASE("A changed embedding is a new recording at the same playhead, undone in one step") {
    AppState state = AbcState({2, 3});
    const auto recording = state.recording;
    const Recipe recipe = state.document.recipe;
    ApplyAll(state,
             {SetParameter{kEmbeddingOfB1, 0.9}, SetParameter{kEmbeddingOfB1, 0.8}, EndEdit{}});
    CHECK(state.recording != recording);
    CHECK(state.recording->pass_count() == 4);
    CHECK(state.ui.playhead == Playhead{2, 3});
    CHECK(ParameterAt(*state.document.recipe.model, kEmbeddingOfB1) == 0.8);
    CHECK(state.document.unsaved());
    REQUIRE(state.history.undo_count() == 1);
    CHECK(state.history.undo_name() == "change embedding of B");

    Execute(state, Undo{});
    CHECK(state.document.recipe == recipe);
    CHECK_FALSE(state.document.unsaved());
    CHECK(state.history.redo_count() == 1);
    Execute(state, Redo{});
    CHECK(ParameterAt(*state.document.recipe.model, kEmbeddingOfB1) == 0.8);
}

TEST_CASE("An edit that changes nothing leaves no trace") {
    AppState state = AbcState();
    const auto recording = state.recording;
    ApplyAll(state, {SetParameter{kEmbeddingOfB1, 1.0}, SetPrompt{"A B"}, SetTokens{4},
                     SetParameter{{TensorId::TokenEmbedding, 0, 0, 99, 0}, 1.0}});
    CHECK(state.recording == recording);
    CHECK(state.history.undo_count() == 0);
}

TEST_CASE("A bad prompt keeps the old recording, says what is wrong, and can be mended or undone") {
    AppState state = AbcState({1, 2});
    const auto recording = state.recording;
    ApplyAll(state, {SetPrompt{"A X"}, EndEdit{}});
    CHECK(state.recording == recording);
    CHECK(state.document.recipe.prompt == "A X");
    REQUIRE(state.problem.has_value());
    CHECK(state.problem->field == "recipe.prompt");
    CHECK(state.problem->text.find("X") != std::string::npos);

    Execute(state, Undo{});
    CHECK_FALSE(state.problem.has_value());
    CHECK(state.document.recipe.prompt == "A B");
    Execute(state, SetPrompt{""});
    CHECK(state.problem.has_value());
    Execute(state, SetPrompt{"C"});
    CHECK_FALSE(state.problem.has_value());
    CHECK(state.recording->prompt_length() == 1);
}

TEST_CASE("A shorter recording takes the playhead and the pin with it") {
    AppState state = AbcState({3, 8});
    Execute(state, Pin{Cell{TensorId::Scores, 0, 0, 4, 0}});
    REQUIRE(state.ui.pinned.has_value());
    Execute(state, SetTokens{2});
    CHECK(state.recording->pass_count() == 2);
    CHECK(state.ui.playhead == Last(*state.recording));
    CHECK_FALSE(state.ui.pinned.has_value());
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

TEST_CASE("The layer shown follows the playhead into a layer, and stays outside of one") {
    AppState state = DrinksState();
    Execute(state, GoTo{{0, state.recording->StepOf(Stage::WeightedSum, 1)}});
    CHECK(state.ui.layer == 1);
    Execute(state, GoToLast{});
    CHECK(state.ui.layer == 1);
}

TEST_CASE("Pinning the same number again lets it go, and Escape closes one thing at a time") {
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

TEST_CASE("A file that cannot be opened or written is a message, and nothing else changes") {
    AppState state = AbcState();
    const Recipe recipe = state.document.recipe;
    Execute(state, OpenPath{"no/such/file.toml"});
    CHECK(state.ui.message.find("no/such/file.toml") != std::string::npos);
    CHECK(state.document.recipe == recipe);
    ApplyAll(state, {DismissMessage{}, SaveAs{"no/such/folder/recipe.toml"}});
    CHECK_FALSE(state.ui.message.empty());
}

TEST_CASE("A model's own file is never overwritten with a recipe: Save asks where") {
    AppState state = AbcState();
    REQUIRE(state.document.is_model_file);
    Execute(state, Save{});
    CHECK(state.ui.browser.field == PathField::SaveAs);
}

TEST_CASE("Passes of an earlier edition are not added") {
    AppState state = AbcState();
    const auto recording = state.recording;
    Execute(state, AddPasses{state.edition - 1, {recording->passes()[0]}});
    CHECK(state.recording == recording);
}

TEST_CASE("Playing from the end begins again, and moving by hand stops it") {
    AppState state = AbcState();
    ApplyAll(state, {GoToLast{}, TogglePlay{}});
    CHECK(state.ui.playhead == kStart);
    CHECK(state.ui.playing);
    Execute(state, GoToPreviousStage{});
    CHECK_FALSE(state.ui.playing);
}

}  // namespace decodescope
