#include "app/panels/menu_bar.h"

#include "app/imgui_compat.h"
#include "app/panels/history_menu.h"
#include "app/shortcuts.h"
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
    {Menu::File, "File", "menu.file"},
    {Menu::Edit, "Edit", "menu.edit"},
    {Menu::View, "View", "menu.view"},
    {Menu::Playback, "Playback", "menu.playback"},
    {Menu::Help, "Help", "menu.help"},
};

bool IsAnyMenuOpen() {
    for (const MenuRow& row : kMenus) {
        if (ImGui::IsPopupOpen(row.title)) return true;
    }
    return false;
}

void DrawMenuItems(const Panel& panel, const MenuRow& row) {
    for (const Action& action : Actions()) {
        if (action.menu != row.menu) continue;
        const std::string name = NameOf(action, panel.state);
        const std::string keys(action.keys);
        const bool is_on = action.is_on && action.is_on(panel.state);
        const bool is_possible = action.is_possible(panel.state);
        if (ImGui::MenuItem(name.c_str(), keys.c_str(), is_on, is_possible)) {
            panel.Wish(action.command(panel.state));
        }
        panel.hotspots.AddLastItem(std::string(row.hotspot) + "." + std::string(action.id));
    }
}

void DrawMenu(const Panel& panel, const MenuRow& row, Area area) {
    const Palette& c = panel.theme.colors();
    const Touch touch = TouchArea(row.hotspot, area);
    const bool is_open = ImGui::IsPopupOpen(row.title);
    const bool slides_here =
        !is_open && IsAnyMenuOpen() && area.Contains(ImGui::GetIO().MousePos);
    if (touch.clicked || slides_here) ImGui::OpenPopup(row.title);

    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (touch.hovered || is_open) {
        list.AddRectFilled(area.min, area.max, c.neutral_cell,
                           panel.Px(panel.theme.metrics.chip_radius));
    }
    DrawText(list, panel.theme, FontRole::Label, area.center(), c.ink, row.title, Anchor::Middle);
    panel.Spot(row.hotspot, area);

    ImGui::SetNextWindowPos({area.min.x, area.max.y + panel.Px(panel.theme.metrics.number_gap)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {panel.Px(8), panel.Px(10)});
    if (ImGui::BeginPopup(row.title)) {
        DrawMenuItems(panel, row);
        if (row.menu == Menu::Edit) DrawHistoryMenu(panel);
        if (IsEscapePressed()) ImGui::CloseCurrentPopup();
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

std::string FileName(const Document& document) {
    if (document.path.empty()) return document.recipe.model->name;
    return document.path.substr(document.path.find_last_of('/') + 1);
}

void DrawFileName(const Panel& panel, Area area, float left) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = area.center().y;
    float x = area.max.x - panel.Px(panel.theme.metrics.margin);
    if (panel.state.document.unsaved()) {
        const std::string_view mark = "unsaved";
        DrawText(list, panel.theme, FontRole::Label, {x, y}, c.muted, mark, Anchor::Right);
        x -= TextWidth(panel.theme, FontRole::Label, mark) + panel.Px(12);
        list.AddCircleFilled({x, y}, panel.Px(4), c.waiting.stroke);
        x -= panel.Px(12);
    }
    const std::string name =
        Shortened(panel.theme, FontRole::LabelStrong, FileName(panel.state.document), x - left);
    DrawText(list, panel.theme, FontRole::LabelStrong, {x, y}, c.ink, name, Anchor::Right);
}

}  // namespace

void DrawMenuBar(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    BeginPanel("menu", panel.theme, area, panel.theme.colors().panel);
    const float pad = panel.Px(m.margin) / 2;
    float x = area.min.x + pad;
    for (const MenuRow& row : kMenus) {
        const float width = TextWidth(panel.theme, FontRole::Label, row.title) + 2 * pad;
        DrawMenu(panel, row, {{x, area.min.y + panel.Px(4)}, {x + width, area.max.y - panel.Px(4)}});
        x += width + panel.Px(1);
    }
    DrawFileName(panel, area, x + pad);
    DrawHorizontal(*ImGui::GetWindowDrawList(), panel.theme, area.min.x, area.max.x,
                   area.max.y - panel.theme.Whole(m.hairline), panel.theme.colors().line);
    EndPanel();
}

}  // namespace decodescope
