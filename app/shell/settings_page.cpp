#include "app/shell/settings_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/apply/playback_commands.h"
#include "app/apply/screen_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "app/work/playback.h"

namespace decodescope {
namespace {

constexpr std::array kScales{0.75f, 0.875f, 1.0f, 1.125f, 1.25f, 1.5f, 1.75f, 2.0f, 2.5f, 3.0f};

constexpr FormStyle kStyle{
    .row = 44, .switch_row = 36, .field_height = 36, .field_width = 160, .muted = false};

int NearestScale(float scale) {
    const auto nearer = [scale](float a, float b) {
        return std::abs(a - scale) < std::abs(b - scale);
    };
    return static_cast<int>(std::ranges::min_element(kScales, nearer) - kScales.begin());
}

void DrawAppearance(const Panel& panel, Form& form) {
    const Preferences& now = panel.state.preferences;
    const bool is_dark = now.theme == ThemeKind::Dark;
    const auto theme_name = [](int i) { return std::string(i == 0 ? "Light" : "Dark"); };
    if (const auto choice =
            form.Choice("settings.theme", "Theme", is_dark ? 1 : 0, 2, theme_name)) {
        panel.Emit(SetTheme{*choice == 0 ? ThemeKind::Light : ThemeKind::Dark});
    }
    const auto scale_name = [&now](int i) {
        return FormatInput(100.0 * static_cast<double>(kScales[static_cast<size_t>(i)]),
                           now.numbers) +
               " %";
    };
    if (const auto choice = form.Choice("settings.scale", "Size", NearestScale(now.scale),
                                        static_cast<int>(kScales.size()), scale_name)) {
        panel.Emit(SetScale{kScales[static_cast<size_t>(*choice)]});
    }
    const auto decimals_name = [](int i) { return std::to_string(i + kFewestDecimals); };
    if (const auto choice =
            form.Choice("settings.decimals", "Decimals", now.numbers.decimals - kFewestDecimals,
                        kMostDecimals - kFewestDecimals + 1, decimals_name)) {
        panel.Emit(SetNumberFormat{{*choice + kFewestDecimals, now.numbers.decimal_comma}});
    }
    if (form.Switch("settings.decimal_comma", "Decimal comma", now.numbers.decimal_comma)) {
        panel.Emit(SetNumberFormat{{now.numbers.decimals, !now.numbers.decimal_comma}});
    }
    if (form.Switch("settings.reduced_motion", "Reduced motion", !now.has_motion)) {
        panel.Emit(ToggleMotion{});
    }
}

void DrawPlaying(const Panel& panel, Form& form) {
    const Preferences& now = panel.state.preferences;
    const auto speed_name = [&now](int i) {
        return SpeedText(kSpeeds[static_cast<size_t>(i)], now.numbers);
    };
    if (const auto choice = form.Choice("settings.speed", "Play speed", NearestSpeed(SpeedOf(now)),
                                        static_cast<int>(kSpeeds.size()), speed_name)) {
        panel.Emit(SetPlaySpeed{kSpeeds[static_cast<size_t>(*choice)]});
    }
    if (form.Switch("settings.loop", "Loop", now.loops)) panel.Emit(ToggleLoop{});
    if (form.Switch("settings.stop_at_selection", "Stop at each selection",
                    now.stops_at_selection)) {
        panel.Emit(ToggleStopAtSelection{});
    }
}

// Sizes to choose from, and the present one, which a file or the command line may have set.
std::vector<int> Megabytes(int now) {
    std::vector<int> sizes = {64, 128, 256, 512, 1024, 2048, 4096, 8192};
    if (std::ranges::find(sizes, now) == sizes.end()) sizes.push_back(now);
    std::ranges::sort(sizes);
    return sizes;
}

void DrawMemory(const Panel& panel, Form& form) {
    const int now = panel.state.preferences.trace_megabytes;
    const std::vector<int> sizes = Megabytes(now);
    const auto name = [&sizes](int i) {
        const int size = sizes[static_cast<size_t>(i)];
        return size % 1024 == 0 ? std::to_string(size / 1024) + " GB"
                                : std::to_string(size) + " MB";
    };
    const auto chosen = static_cast<int>(std::ranges::find(sizes, now) - sizes.begin());
    if (const auto choice = form.Choice("settings.memory", "Memory for passes", chosen,
                                        static_cast<int>(sizes.size()), name)) {
        panel.Emit(SetTraceMemory{sizes[static_cast<size_t>(*choice)]});
    }
    form.RowTip(
        "The numbers of the passes used last are kept; those of an older pass are computed "
        "again when you go there, and are the same to the last bit.");
}

}  // namespace

void DrawSettingsPage(const Panel& panel, Area window) {
    if (!panel.state.ui.show_settings) return;
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const float margin = panel.Px(m.margin);
    const float width = std::min(panel.Px(m.settings_width), window.width() - 2 * margin);
    const float rows_height = 9 * panel.Px(m.field_height) + 4 * panel.Px(m.gap);
    const float height = std::min(rows_height + 3 * margin, window.height() - 2 * margin);
    const Area page = AreaAt(std::round(window.center().x - width / 2),
                             std::round(window.center().y - height / 2), width, height);

    BeginPage("settings", panel.theme, page, c.panel, true);
    const Pen pen = panel.pen();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = page.min.x + margin, right = page.max.x - margin;
    const float top = ImGui::GetCursorScreenPos().y + margin;
    pen.In(FontRole::PassTitle).Write({left, top}, "Settings");
    const float size = panel.Px(m.number_height);
    const Area close = AreaAt(right - size, top - size / 2, size, size);
    if (IconButton("settings.close", panel.theme, close, Icon::Close)) panel.Emit(ToggleSettings{});
    panel.Spot("settings.close", close);

    const float first = top + margin;
    Column column{left, right, first + panel.Px(kStyle.field_height) / 2};
    Form form = panel.FormIn(column, kStyle);
    DrawAppearance(panel, form);
    DrawPlaying(panel, form);
    DrawMemory(panel, form);
    EndColumn({left, right, first + rows_height});
    list.AddRect(page.min, page.max, c.field_border, 0, 0, panel.theme.Whole(m.hairline));
    EndPanel();
}

}  // namespace decodescope
