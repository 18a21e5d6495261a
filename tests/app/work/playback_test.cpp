#include "app/work/playback.h"

#include <vector>

#include "app/apply/apply.h"
#include "app/apply/playback_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

// Plays until nothing more happens, at most `most` ticks. Returns the playheads it went through.
std::vector<Playhead> PlayedThrough(AppState& state, int most) {
    Playback playback;
    std::vector<Playhead> heads;
    double now = 0;
    Execute(state, TogglePlay{});
    for (int i = 0; i < most && state.ui.playing; ++i) {
        if (const auto command = playback.Tick(state, now)) {
            Execute(state, *command);
            heads.push_back(state.ui.playhead);
        }
        now += state.preferences.seconds_per_stage + 1e-9;
    }
    return heads;
}

}  // namespace

TEST_CASE("The speed sets the pace of playing and stays in its range") {
    AppState state = AbcState();
    Execute(state, SetPlaySpeed{2});
    CHECK(state.preferences.seconds_per_stage == Approx(kUsualSecondsPerStage / 2));
    CHECK(kSpeeds[static_cast<size_t>(NearestSpeed(SpeedOf(state.preferences)))] == 2.0);
    Execute(state, SetPlaySpeed{1000});
    CHECK(SpeedOf(state.preferences) == Approx(kMostSpeed));
    Execute(state, SetPlaySpeed{0});
    CHECK(SpeedOf(state.preferences) == Approx(kLeastSpeed));
}

TEST_CASE("With stop at selection, playing pauses at each one and goes on from there") {
    AppState state = AbcState({0, 6});
    Execute(state, ToggleStopAtSelection{});
    PlayedThrough(state, 100);
    CHECK(state.ui.playhead == Playhead{0, 8});
    PlayedThrough(state, 100);
    CHECK(state.ui.playhead == Playhead{1, 8});
}

TEST_CASE("A loop starts again at the end and goes on playing") {
    AppState state = AbcState({3, 7});
    Execute(state, ToggleLoop{});
    const std::vector<Playhead> heads = PlayedThrough(state, 4);
    CHECK(heads == std::vector<Playhead>{{3, 8}, kStart, {0, 0}});
    CHECK(state.ui.playing);
}

}  // namespace decodescope
