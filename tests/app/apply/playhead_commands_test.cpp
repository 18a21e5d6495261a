#include "app/apply/playhead_commands.h"

#include "app/apply/apply.h"
#include "app/apply/playback_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

void ApplyAll(AppState& state, std::initializer_list<Command> commands) {
    for (const Command& command : commands) Execute(state, command);
}

}  // namespace

TEST_CASE("Moving never makes a new recording") {
    AppState state = AbcState();
    const auto recording = state.recording;
    ApplyAll(state, {GoToNextStage{}, GoToNextPass{}, GoToLast{}, GoToPreviousStage{},
                     GoToPreviousPass{}, GoTo{{99, 99}}, GoToFirst{}, GoToPreviousStage{}});
    CHECK(state.recording == recording);
    CHECK(state.ui.playhead == kStart);
    CHECK(state.history.undo_count() == 0);
}

TEST_CASE("The layer shown follows the playhead into a layer, and stays the same outside one") {
    AppState state = DrinksState();
    Execute(state, GoTo{{0, state.recording->StepOf(Stage::WeightedSum, 1)}});
    CHECK(state.ui.layer == 1);
    Execute(state, GoToLast{});
    CHECK(state.ui.layer == 1);
}

TEST_CASE("Playing from the end starts again, and a step by hand pauses it") {
    AppState state = AbcState();
    ApplyAll(state, {GoToLast{}, TogglePlay{}});
    CHECK(state.ui.playhead == kStart);
    CHECK(state.ui.playing);
    Execute(state, GoToPreviousStage{});
    CHECK_FALSE(state.ui.playing);
}

}  // namespace decodescope
