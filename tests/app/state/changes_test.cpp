#include "app/state/changes.h"

#include <cmath>

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/screen_commands.h"
#include "app/scene/build.h"
#include "app/shell/app.h"
#include "app/work/edit_highlight.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Cell kEmbeddingOfB0{TensorId::TokenEmbedding, 0, 0, 1, 0};
const Cell kEmbeddingOfB1{TensorId::TokenEmbedding, 0, 0, 1, 1};
const Cell kOutputOfC0{TensorId::OutputWeight, 0, 0, 2, 0};

void ApplyAll(AppState& state, std::initializer_list<Command> commands) {
    for (const Command& command : commands) Execute(state, command);
}

}  // namespace

TEST_CASE("What an edit changed downstream is known cell by cell, with the number before it") {
    AppState state = AbcState({1, 8});
    const double before = state.recording->At({TensorId::Scores, 0, 0, 1, 1});
    Execute(state, SetParameter{kEmbeddingOfB1, 0.5});
    CHECK(NumberBefore(state, {TensorId::Scores, 0, 0, 1, 1}) == before);
    CHECK_FALSE(NumberBefore(state, {TensorId::Scores, 0, 0, 0, 0}).has_value());  // A on A
    CHECK_FALSE(NumberBefore(state, {TensorId::Scores, 0, 0, 99, 0}).has_value());
    CHECK(NumberBefore(state, kEmbeddingOfB1) == 1.0);  // a parameter too
    ApplyAll(state, {EndEdit{}, SetParameter{kEmbeddingOfB1, 0.25}});
    CHECK(NumberBefore(state, kEmbeddingOfB1) == 0.5);
}

TEST_CASE("A drag is compared with what was there before it began") {
    AppState state = AbcState();
    const auto recording = state.recording;
    ApplyAll(state, {SetParameter{kEmbeddingOfB1, 0.9}, SetParameter{kEmbeddingOfB1, 0.8}});
    REQUIRE(state.last_edit.has_value());
    CHECK(state.last_edit->before == recording);
    const auto dragged = state.recording;
    ApplyAll(state, {EndEdit{}, SetParameter{kEmbeddingOfB1, 0.7}});
    CHECK(state.last_edit->before == dragged);
}

TEST_CASE("A flipped selection is named with its pass and both tokens") {
    AppState state = AbcState();
    // With logit C = 2·h0 + 3·h1 instead of −h0 − h1, C is the largest of all from the prefill on.
    Execute(state, SetParameter{kOutputOfC0, 2});
    Execute(state, SetParameter{{TensorId::OutputWeight, 0, 0, 2, 1}, 3});
    const std::optional<Flip> flip = FlipOf(state);
    REQUIRE(flip.has_value());
    CHECK(*flip == Flip{0, "A", "C"});
    CHECK(Describe(*flip) ==
          "The prefill now selects C instead of A; from there the sequence differs.");
    CHECK(Describe({2, "A", ""}) ==
          "Pass 2 now selects nothing instead of A; from there the sequence differs.");
}

TEST_CASE("Undo flips back, and that is named too") {
    AppState state = AbcState();
    ApplyAll(state, {SetParameter{{TensorId::OutputWeight, 0, 0, 2, 1}, 3}, EndEdit{}});
    REQUIRE(FlipOf(state).has_value());
    Execute(state, Undo{});
    REQUIRE(FlipOf(state).has_value());
    CHECK(FlipOf(state)->after == "A");
}

TEST_CASE("Another prompt or length flips nothing: the passes are not the same") {
    AppState state = AbcState();
    Execute(state, SetPrompt{"B"});
    CHECK_FALSE(FlipOf(state).has_value());
    ApplyAll(state, {EndEdit{}, SetTokens{2}});
    CHECK_FALSE(FlipOf(state).has_value());
}

TEST_CASE("A NaN logit flips a selection to nothing") {
    AppState state = AbcState();
    Execute(state, SetParameter{{TensorId::OutputWeight, 0, 0, 0, 0}, std::nan("")});
    REQUIRE(FlipOf(state).has_value());
    CHECK(FlipOf(state)->after.empty());
}

TEST_CASE("Escape dismisses the message about a flip, and only then unpins") {
    AppState state = AbcState({0, 8});
    ApplyAll(state, {Pin{Cell{TensorId::ResidualIn, 0, 0, 0, 0}},
                     SetParameter{{TensorId::OutputWeight, 0, 0, 2, 1}, 3}, Escape{}});
    CHECK_FALSE(FlipOf(state).has_value());
    CHECK(state.ui.pinned.has_value());
    Execute(state, Escape{});
    CHECK_FALSE(state.ui.pinned.has_value());
}

TEST_CASE("After an edit a scene marks what differs, instead of what the last step did") {
    AppState state = AbcState({1, 8});
    Execute(state, SetParameter{kEmbeddingOfB0, 0.5});
    const Scene scene = BuildScene(*state.recording,
                                   {.playhead = state.ui.playhead, .before = MarkedAgainst(state)});
    int changed = 0;
    for (const CellBox& box : scene.cells) {
        if (box.kind != CellKind::Number) continue;
        INFO(NameOf(box.cell));
        CHECK(box.changed == NumberBefore(state, box.cell).has_value());
        changed += box.changed ? 1 : 0;
    }
    CHECK(changed > 3);
}

}  // namespace decodescope
