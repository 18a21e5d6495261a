#include "app/shell/menu_bar.h"

#include "app/look/imgui_compat.h"
#include "app/shell/history_menu.h"
#include "app/shell/menu_items.h"
#include "app/shell/views.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

struct MenuRow {
    Menu menu;
    const char* title;
    const char* hotspot;
};

constexpr MenuRow kMenus[] = {
    {Menu::File, "File", "menu.file"}, {Menu::Edit, "Edit", "menu.edit"},
    {Menu::View, "View", "menu.view"}, {Menu::Playback, "Playback", "menu.playback"},
    {Menu::Help, "Help", "menu.help"},
};

bool IsAnyMenuOpen() {
    for (const MenuRow& row : kMenus) {
        if (ImGui::IsPopupOpen(row.title)) return true;
    }
    return false;
}

void DrawMenuItem(const Panel& panel, const MenuItem& item, int index) {
    const Theme& theme = panel.theme;
    if (!item.command) {
        ImGui::Separator();
        if (!item.name.empty()) ImGui::TextDisabled("%s", item.name.c_str());
        return;
    }
    ImGui::PushID(index);
    const std::string name = Displayable(theme, FontRole::Label, item.name);
    const std::string aside = Displayable(theme, FontRole::Label, item.aside);
    if (ImGui::MenuItem(name.c_str(), aside.c_str(), item.is_on, item.is_possible))
        panel.Emit(*item.command);
    ImGui::PopID();
    panel.hotspots.AddLastItem(item.hotspot);
}

void DrawMenuItems(const Panel& panel, Menu menu) {
    int index = 0;
    for (const MenuItem& item : ItemsOf(menu, panel.state)) DrawMenuItem(panel, item, index++);
}

void DrawMenu(const Panel& panel, const MenuRow& row, Area area) {
    const Palette& c = panel.theme.colors();
    const Touch touch = TouchArea(row.hotspot, area);
    const bool is_open = ImGui::IsPopupOpen(row.title);
    const bool slides_here = !is_open && IsAnyMenuOpen() && area.Contains(ImGui::GetIO().MousePos);
    if (touch.clicked || slides_here) ImGui::OpenPopup(row.title);

    const Pen pen = panel.pen();
    if (touch.hovered || is_open) {
        pen.In(c.neutral_cell).Fill(area, panel.theme.metrics.chip_radius);
    }
    pen.WriteMiddle(area.center(), row.title);
    panel.Spot(row.hotspot, area);

    ImGui::SetNextWindowPos({area.min.x, area.max.y + panel.Px(panel.theme.metrics.number_gap)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {panel.Px(8), panel.Px(10)});
    if (ImGui::BeginPopup(row.title)) {
        DrawMenuItems(panel, row.menu);
        if (row.menu == Menu::Edit) DrawHistoryMenu(panel);
        if (IsEscapePressed()) ImGui::CloseCurrentPopup();
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

void DrawFileName(const Panel& panel, Area area, float left) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const float y = area.center().y;
    float x = area.max.x - panel.Px(panel.theme.metrics.margin);
    if (panel.state.document.unsaved()) {
        const std::string_view mark = "unsaved";
        pen.Muted().WriteRight({x, y}, mark);
        x -= pen.Width(mark) + panel.Px(12);
        pen.In(c.waiting.stroke).Disc({x, y}, 4);
        x -= panel.Px(12);
    }
    const std::string name =
        Shortened(panel.theme, FontRole::LabelStrong, panel.state.document.name(), x - left);
    pen.Strong().WriteRight({x, y}, name);
}

}  // namespace

void DrawMenuBar(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    BeginPanel("menu", panel.theme, area, panel.theme.colors().panel);
    const Pen pen = panel.pen();
    const float pad = panel.Px(m.margin) / 2;
    float x = area.min.x + pad;
    for (const MenuRow& row : kMenus) {
        const float width = pen.Width(row.title) + 2 * pad;
        DrawMenu(panel, row,
                 {{x, area.min.y + panel.Px(4)}, {x + width, area.max.y - panel.Px(4)}});
        x += width + panel.Px(1);
    }
    x = DrawViewSwitcher(panel, area, x);
    DrawFileName(panel, area, x + pad);
    pen.In(panel.theme.colors().line)
        .Horizontal(area.min.x, area.max.x, area.max.y - panel.theme.Whole(m.hairline));
    EndPanel();
}

}  // namespace decodescope
