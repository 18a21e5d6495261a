#include "app/apply/edit_commands.h"

#include <cmath>

#include "app/apply/apply.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/screen_commands.h"
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

TEST_CASE(
    "A prompt that cannot be used stays in its field, and what is shown is a recipe with a name") {
    AppState state = AbcState({1, 2});
    const auto recording = state.recording;
    const Recipe recipe = state.document.recipe;
    ApplyAll(state, {SetPrompt{"A X"}, EndEdit{}});
    CHECK(state.recording == recording);
    CHECK(state.document.recipe == recipe);
    CHECK(state.history.undo_count() == 0);
    REQUIRE(state.ui.refused.newest());
    CHECK(state.ui.refused.newest()->field == "recipe.prompt");
    CHECK(state.ui.refused.newest()->typed == "A X");
    CHECK(state.ui.refused.newest()->why.find("X") != std::string::npos);
    CHECK(WordsFor(*state.ui.refused.newest(), state.document.recipe).find("\"A B\"") !=
          std::string::npos);

    Execute(state, Escape{});
    CHECK(state.ui.refused.empty());
    Execute(state, SetPrompt{""});
    CHECK(state.ui.refused.newest());
    Execute(state, SetPrompt{"C"});
    CHECK(state.ui.refused.empty());
    CHECK(state.recording->prompt_length() == 1);
}

TEST_CASE("The beginnings of a prompt that is refused are not the prompt") {
    AppState state = AbcState();
    const Recipe recipe = state.document.recipe;
    for (const char* typed : {"A", "A ", "A X", "A X B"}) {
        Execute(state, SetPrompt{typed});
        CHECK(state.recording->recipe() == state.document.recipe);
    }
    CHECK(state.ui.refused.newest()->typed == "A X B");
    CHECK(WordsFor(*state.ui.refused.newest(), state.document.recipe).find("\"A \"") !=
          std::string::npos);
    Execute(state, EndEdit{});  // Enter
    CHECK(state.document.recipe == recipe);
    CHECK(state.recording->recipe() == recipe);
    CHECK(state.ui.refused.newest()->typed == "A X B");
    CHECK(state.history.undo_count() == 0);
    SECTION("Escape drops it") { Execute(state, Escape{}); }
    SECTION("so does undo, and shows what its recipe says") {
        ApplyAll(state, {SetTokens{2}, EndEdit{}, SetPrompt{"A X B"}, EndEdit{}, Undo{}});
    }
    CHECK(state.ui.refused.empty());
    CHECK(state.document.recipe == recipe);
    CHECK(state.recording->recipe() == recipe);
}

TEST_CASE("While a prompt is refused other edits are shown at once") {
    AppState state = AbcState({0, 8});
    ApplyAll(state, {SetPrompt{"B A X"}, EndEdit{}, SetParameter{kEmbeddingOfB1, -3.0}, EndEdit{}});
    CHECK(state.recording->recipe() == state.document.recipe);
    CHECK(state.recording->At(kEmbeddingOfB1) == -3.0);
    CHECK(state.ui.refused.newest()->typed == "B A X");  // still in its field
    CHECK(state.history.undo_count() == 1);
    Execute(state, Escape{});
    CHECK(state.ui.refused.empty());
    CHECK(state.recording->At(kEmbeddingOfB1) == -3.0);
}

TEST_CASE("What one field refuses does not replace what another one holds") {
    const Refusal number{"cell.query_weight.0.0.0.0", "0.7x", "'0.7x' is not a number"};
    AppState state = AbcState();
    const Recipe recipe = state.document.recipe;
    ApplyAll(state, {SetPrompt{"A X B"}, EndEdit{}, RefuseTyped{number}});
    CHECK(state.ui.refused.newest()->typed == "0.7x");
    REQUIRE(state.ui.refused.OfPrompt());
    CHECK(state.ui.refused.OfPrompt()->typed == "A X B");
    SECTION("and leaving the one leaves the other") { Execute(state, EndEdit{}); }
    SECTION("nor does mending it") {
        ApplyAll(state, {RefuseTyped{{number.field, "", ""}}, EndEdit{}});
    }
    SECTION("Escape drops them one by one") { Execute(state, Escape{}); }
    REQUIRE(state.ui.refused.newest());
    CHECK(state.ui.refused.newest()->typed == "A X B");
    CHECK(state.document.recipe == recipe);
    ApplyAll(state, {DismissMessage{}, Escape{}});
    CHECK(state.ui.refused.empty());
    CHECK(state.document.recipe == recipe);
}

TEST_CASE("A number taken back does not take the prompt back, nor the prompt the number") {
    AppState state = AbcState();
    ApplyAll(state, {SetPrompt{"B"}, SetPrompt{"B X"}, EndEdit{}, SetParameter{kEmbeddingOfB1, 2.0},
                     RefuseTyped{{"cell.embedding.0.0.1.1", "2x", "'2x' is not a number"}}});
    CHECK(state.recording->At(kEmbeddingOfB1) == 2.0);
    Execute(state, EndEdit{});
    CHECK(state.recording->At(kEmbeddingOfB1) == 1.0);
    CHECK(state.document.recipe.prompt == "A B");
    CHECK(state.ui.refused.OfPrompt()->typed == "B X");
    ApplyAll(state, {SetParameter{kEmbeddingOfB1, 3.0}, EndEdit{}, DropTyped{"recipe.prompt"}});
    CHECK(state.ui.refused.empty());
    CHECK(state.recording->At(kEmbeddingOfB1) == 3.0);
    CHECK(state.history.undo_count() == 1);
}

TEST_CASE("Typing a prompt back to what it was leaves no trace") {
    AppState state = AbcState();
    ApplyAll(state, {SetPrompt{"A B C"}, SetPrompt{"A B"}, EndEdit{}});
    CHECK(state.history.undo_count() == 0);
    CHECK_FALSE(state.document.unsaved());
}

TEST_CASE("A rule out of its range is refused as on the command line, and nothing is changed") {
    AppState state = AbcState();
    const Recipe recipe = state.document.recipe;
    for (const SelectionRule& rule :
         {SelectionRule{.kind = RuleKind::Sample, .temperature = 1e50},
          SelectionRule{.kind = RuleKind::Sample, .top_p = 0},
          SelectionRule{.kind = RuleKind::Sample, .min_p = std::nan("")}}) {
        ApplyAll(state, {DismissMessage{}, SetRule{rule}});
        CHECK(state.ui.refused.newest());
        CHECK(state.document.recipe == recipe);
        Execute(state, EndEdit{});
        CHECK(state.ui.message.find("out of range") != std::string::npos);
    }
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

TEST_CASE("The history is a list to go anywhere in, forwards and back") {
    AppState state = AbcState();
    ApplyAll(state,
             {SetPrompt{"A"}, EndEdit{}, SetTokens{2}, EndEdit{}, SetPrompt{"C"}, EndEdit{}});
    REQUIRE(state.history.size() == 3);
    const Recipe last = state.document.recipe;
    Execute(state, GoToHistory{1});
    CHECK(state.document.recipe.prompt == "A");
    CHECK(state.document.recipe.tokens == 4);
    CHECK(state.history.undo_count() == 1);
    CHECK(state.history.size() == 3);
    CHECK(state.history.Name(0) == "change prompt");
    CHECK(state.history.Name(1) == "change tokens to select");
    CHECK(state.history.Name(2) == "change prompt");
    Execute(state, GoToHistory{99});
    CHECK(state.document.recipe == last);
    Execute(state, GoToHistory{-1});
    CHECK(state.document.recipe == state.document.saved);
    CHECK(state.history.redo_count() == 3);
}

}  // namespace decodescope
