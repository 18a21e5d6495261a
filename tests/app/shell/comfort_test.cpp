// Settings, presentation, playing, and what of them the menus show.
#include "app/apply/apply.h"
#include "app/apply/playback_commands.h"
#include "app/apply/screen_commands.h"
#include "app/look/window_layout.h"
#include "app/shell/keys_page.h"
#include "app/shell/settings_page.h"
#include "app/shell/shortcuts.h"
#include "app/work/playback.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Area kWindow{{0, 0}, {1600, 900}};

PanelBench SettingsBench() {
    AppState state = AbcState();
    Execute(state, ToggleSettings{});
    return {state, [](const Panel& panel) { DrawSettingsPage(panel, kWindow); }};
}

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

TEST_CASE("Each switch of the settings emits its one command") {
    const auto check = []<class C>(const char* hotspot, C) {
        AppState state = AbcState();
        Execute(state, ToggleSettings{});
        PanelBench bench(state, [](const Panel& panel) { DrawSettingsPage(panel, kWindow); });
        bench.ui.Click(hotspot);
        INFO(hotspot);
        bench.OnlyCommand<C>();
    };
    check("settings.decimal_comma", SetNumberFormat{});
    check("settings.reduced_motion", ToggleMotion{});
    check("settings.loop", ToggleLoop{});
    check("settings.stop_at_selection", ToggleStopAtSelection{});
    check("settings.close", ToggleSettings{});
}

TEST_CASE("Every setting has its control") {
    PanelBench bench = SettingsBench();
    for (const char* name :
         {"settings.theme", "settings.scale", "settings.decimals", "settings.speed"}) {
        CHECK(bench.ui.Has(name));
    }
}

TEST_CASE("Escape closes the settings before it leaves the presentation") {
    AppState state = AbcState();
    Execute(state, TogglePresentation{});
    Execute(state, ToggleSettings{});
    Execute(state, Escape{});
    CHECK_FALSE(state.ui.show_settings);
    CHECK(state.ui.presents);
    Execute(state, Escape{});
    CHECK_FALSE(state.ui.presents);
}

TEST_CASE(
    "A presentation has sequence, pass and transport, and the inspector for a pinned number") {
    const HeadlessUi ui([](Hotspots&) {});  // fonts need a context
    const Theme& theme = TestTheme();
    for (const ImVec2 size : {ImVec2{1024, 700}, ImVec2{1600, 900}, ImVec2{3840, 2160}}) {
        const Layout bare = PresentationFor(theme, size, false);
        CHECK(bare.menu.empty());
        CHECK(bare.recipe.empty());
        CHECK(bare.tabs.empty());
        CHECK(bare.inspector.empty());
        CHECK(bare.pass.width() == size.x);
        CHECK(bare.sequence.height() + bare.pass.height() + bare.transport.height() == size.y);
        const Layout pinned = PresentationFor(theme, size, true);
        CHECK(pinned.inspector.min.x == pinned.pass.max.x);
        CHECK(pinned.inspector.max.x == size.x);
    }
}

TEST_CASE("The speed is the pace of playing and stays in its range") {
    AppState state = AbcState();
    Execute(state, SetPlaySpeed{2});
    CHECK(state.preferences.seconds_per_stage == Approx(kUsualSecondsPerStage / 2));
    CHECK(kSpeeds[static_cast<size_t>(NearestSpeed(SpeedOf(state.preferences)))] == 2.0);
    Execute(state, SetPlaySpeed{1000});
    CHECK(SpeedOf(state.preferences) == Approx(kMostSpeed));
    Execute(state, SetPlaySpeed{0});
    CHECK(SpeedOf(state.preferences) == Approx(kLeastSpeed));
}

TEST_CASE("Playing stops at each selection where that is wanted and goes on from there") {
    AppState state = AbcState({0, 6});
    Execute(state, ToggleStopAtSelection{});
    PlayedThrough(state, 100);
    CHECK(state.ui.playhead == Playhead{0, 8});
    PlayedThrough(state, 100);
    CHECK(state.ui.playhead == Playhead{1, 8});
}

TEST_CASE("A loop begins again at the end and goes on playing") {
    AppState state = AbcState({3, 7});
    Execute(state, ToggleLoop{});
    const std::vector<Playhead> heads = PlayedThrough(state, 4);
    CHECK(heads == std::vector<Playhead>{{3, 8}, kStart, {0, 0}});
    CHECK(state.ui.playing);
}

TEST_CASE("Menu items of settings know whether they are on") {
    AppState state = AbcState();
    const auto is_on = [&state](std::string_view id) {
        for (const Action& action : Actions()) {
            if (action.id == id) return action.is_on(state);
        }
        return false;
    };
    CHECK_FALSE(is_on("loop"));
    Execute(state, ToggleLoop{});
    Execute(state, ToggleMotion{});
    Execute(state, TogglePresentation{});
    CHECK(is_on("loop"));
    CHECK(is_on("reduced_motion"));
    CHECK(is_on("present"));
}

}  // namespace decodescope
