#include "app/panels/history_menu.h"

#include <algorithm>
#include <string>

namespace decodescope {
namespace {

constexpr float kWidth = 320, kHighest = 520;  // at scale 1; longer lists scroll

std::string NameAt(const History& history, int index) {
    return index == 0 ? std::string("Start") : history.Name(index - 1);
}

}  // namespace

void DrawHistoryMenu(const Panel& panel) {
    const History& history = panel.state.history;
    ImGui::SetNextWindowSizeConstraints({panel.Px(kWidth), 0}, {panel.Px(kWidth), panel.Px(kHighest)});
    const bool is_open = ImGui::BeginMenu("History", history.size() > 0);
    panel.hotspots.AddLastItem("menu.edit.history");
    if (!is_open) return;
    const int present = history.undo_count();
    const int count = history.size() + 1;
    ImGuiListClipper clipper;
    clipper.Begin(count);
    while (clipper.Step()) {
        for (int index = clipper.DisplayStart; index < clipper.DisplayEnd; ++index) {
            // What is undone is ahead: muted, until a click does it again.
            if (index > present) {
                ImGui::PushStyleColor(ImGuiCol_Text, panel.theme.colors().muted);
            }
            const std::string name = NameAt(history, index) + "##" + std::to_string(index);
            if (ImGui::MenuItem(name.c_str(), nullptr, index == present)) panel.Wish(GoToHistory{index});
            if (index > present) ImGui::PopStyleColor();
            panel.hotspots.AddLastItem("menu.edit.history." + std::to_string(index));
        }
    }
    if (ImGui::IsWindowAppearing()) {
        ImGui::SetScrollY(ImGui::GetTextLineHeightWithSpacing() * static_cast<float>(std::max(0, present - 8)));
    }
    ImGui::EndMenu();
}

}  // namespace decodescope
