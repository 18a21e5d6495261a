// Settings and presentation mode, and what the menus show of them.
#include "app/apply/apply.h"
#include "app/apply/playback_commands.h"
#include "app/apply/screen_commands.h"
#include "app/look/window_layout.h"
#include "app/shell/keys_page.h"
#include "app/shell/settings_page.h"
#include "app/shell/shortcuts.h"
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
    for (const char* name : {"settings.theme", "settings.scale", "settings.decimals",
                             "settings.speed", "settings.memory"}) {
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

TEST_CASE("A presentation has sequence, pass and progress, and nothing at the sides") {
    const HeadlessUi ui([](Hotspots&) {});  // fonts need a context
    const Theme& theme = TestTheme();
    for (const ImVec2 size : {ImVec2{1024, 700}, ImVec2{1600, 900}, ImVec2{3840, 2160}}) {
        const Layout bare = PresentationFor(theme, size);
        CHECK(bare.menu.empty());
        CHECK(bare.recipe.empty());
        CHECK(bare.tabs.empty());
        CHECK(bare.inspector.empty());
        CHECK(bare.pass.width() == size.x);
        CHECK(bare.sequence.height() + bare.pass.height() + bare.transport.height() == size.y);
        CHECK(bare.recipe_strip.empty());
        CHECK(bare.inspector_strip.empty());
    }
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
