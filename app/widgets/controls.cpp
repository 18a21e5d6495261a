#include "app/widgets/controls.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/key_focus.h"
#include "app/widgets/pen.h"

namespace decodescope {
namespace {

ImVec4 Color(ImU32 color) { return ImGui::ColorConvertU32ToFloat4(color); }

ImU32 ButtonFill(const Palette& c, const ButtonStyle& style, const Touch& touch) {
    if (style.solid) return touch.held ? c.muted : c.ink;
    if (!style.enabled) return c.panel;
    return touch.held ? c.line : touch.hovered ? c.neutral_cell : c.block;
}

ImU32 ButtonInk(const Palette& c, const ButtonStyle& style) {
    if (style.solid) return c.on_ink;
    return style.enabled ? c.ink : c.ghost;
}

Touch DrawButtonFrame(const char* id, const Theme& theme, Area area, const ButtonStyle& style) {
    Touch touch = TouchArea(id, area);
    if (!style.enabled) touch = {};
    const Palette& c = theme.colors();
    const float radius = theme.metrics.button_radius;
    const Pen pen = PenOn(theme);
    pen.In(ButtonFill(c, style, touch)).Fill(area, radius);
    if (!style.solid) {
        const Area inside = area.Grown(-theme.Px(theme.metrics.hairline) / 2);
        pen.In(touch.hovered ? c.field_border : c.line).Frame(inside, radius);
    }
    return touch;
}

void BeginBare(const char* name, const Theme& theme, Area area, ImU32 fill, bool scrolls,
               ImGuiWindowFlags more) {
    ImGui::SetNextWindowPos(area.min);
    ImGui::SetNextWindowSize({std::max(1.0f, area.width()), std::max(1.0f, area.height())});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, Color(fill));
    // A panel that appears must not take the focus: someone may be typing.
    ImGuiWindowFlags flags = more | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                             ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                             ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                             ImGuiWindowFlags_NoFocusOnAppearing;
    if (!scrolls) flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    ImGui::Begin(name, nullptr, flags);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    ImGui::PushFont(theme.Font(FontRole::Label));
}

}  // namespace

void BeginPanel(const char* name, const Theme& theme, Area area, ImU32 fill, bool scrolls) {
    BeginBare(name, theme, area, fill, scrolls, ImGuiWindowFlags_NoBringToFrontOnFocus);
}

void BeginPage(const char* name, const Theme& theme, Area area, ImU32 fill, bool scrolls) {
    BeginBare(name, theme, area, fill, scrolls, ImGuiWindowFlags_None);
}

void BeginVeil(const char* name, const Theme& theme, Area window) {
    constexpr float kShade = 0.7f;
    BeginBare(name, theme, window, Faded(theme.colors().canvas, kShade), false,
              ImGuiWindowFlags_None);
    if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();  // from whatever field had it
}

void DrawPageFrame(const Pen& pen, Area page) {
    const Palette& c = pen.theme.colors();
    pen.In(c.panel).Fill(page);
    pen.In(c.field_border).Frame(page);
}

void EndPanel() {
    ImGui::PopFont();
    ImGui::End();
}

Touch TouchArea(const char* id, Area area) {
    ImGui::SetCursorScreenPos(area.min);
    const bool clicked =
        ImGui::InvisibleButton(id, {std::max(1.0f, area.width()), std::max(1.0f, area.height())});
    const bool by_key = MeetKeyFocus(id, area);
    return {.hovered = ImGui::IsItemHovered(),
            .held = ImGui::IsItemActive(),
            .clicked = clicked || by_key};
}

bool IconButton(const char* id, const Theme& theme, Area area, Icon icon,
                const ButtonStyle& style) {
    const Touch touch = DrawButtonFrame(id, theme, area, style);
    PenOn(theme).In(ButtonInk(theme.colors(), style)).Draw(icon, area.center());
    return touch.clicked;
}

bool TextButton(const char* id, const Theme& theme, Area area, std::optional<Icon> icon,
                std::string_view text, const ButtonStyle& style) {
    const Touch touch = DrawButtonFrame(id, theme, area, style);
    const Pen pen = PenOn(theme).Strong().In(ButtonInk(theme.colors(), style));
    const float icon_size = icon ? theme.Px(14) : 0;
    const float gap = icon ? theme.Px(11) : 0;
    const float y = area.center().y;
    const float room = area.width() - 2 * theme.Px(theme.metrics.number_gap);
    const std::string shown = pen.Shortened(text, room - icon_size - gap);
    const float x = area.center().x - (icon_size + gap + pen.Width(shown)) / 2;
    if (icon) pen.Draw(*icon, {x + icon_size / 2, y});
    pen.Write({x + icon_size + gap, y}, shown);
    if (shown != text) Tip(theme, area, text);
    return touch.clicked;
}

bool TabButton(const char* id, const Theme& theme, Area area, std::string_view name, bool chosen) {
    const Touch touch = TouchArea(id, area);
    const Pen pen = PenOn(theme);
    pen.Strong(chosen).Muted(!chosen && !touch.hovered).WriteIn(area, name);
    if (chosen) {
        const float bar = theme.Px(theme.metrics.tab_bar);
        pen.list.AddRectFilled({area.min.x, area.max.y - bar}, area.max, pen.color, bar / 2,
                               ImDrawFlags_RoundCornersTop);
    }
    return touch.clicked;
}

bool Toggle(const char* id, const Theme& theme, Area area, std::string_view name, bool is_on) {
    const Touch touch = TouchArea(id, area);
    const Palette& c = theme.colors();
    const Metrics& m = theme.metrics;
    const Pen pen = PenOn(theme);
    const float size = theme.Whole(m.toggle), y = area.center().y;
    const Area box = AreaAt(area.min.x, std::round(y - size / 2), size, size);
    const ImU32 fill = is_on ? c.ink : touch.hovered ? c.neutral_cell : c.block;
    pen.In(fill).Fill(box, m.cell_radius);
    if (is_on) {
        pen.In(c.on_ink).Draw(Icon::Tick, box.center());
    } else {
        const Area inside = box.Grown(-theme.Px(m.hairline) / 2);
        pen.In(touch.hovered ? c.ink : c.field_border).Frame(inside, m.cell_radius);
    }
    pen.WriteIn({{box.max.x + theme.Px(m.gap), area.min.y}, area.max}, name);
    return touch.clicked;
}

}  // namespace decodescope
