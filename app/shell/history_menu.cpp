#include "app/shell/history_menu.h"

#include <algorithm>
#include <string>

#include "app/apply/edit_commands.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

constexpr float kWidth = 320, kHighest = 520;  // at scale 1; longer lists scroll
constexpr float kMark = 28;                    // room for the tick of the present step

std::string NameAt(const History& history, int index) {
    return index == 0 ? std::string("Start") : history.Name(index - 1);
}

// An edit that was undone is muted; a click redoes it. The text is drawn over the item, because a
// label would end at a "##", which a token's name may contain.
void DrawStep(const Panel& panel, int index, const std::string& name, int present) {
    const Pen pen = panel.pen();
    const Palette& c = panel.theme.colors();
    const std::string id = "##" + std::to_string(index);
    if (ImGui::MenuItem(id.c_str(), nullptr, index == present)) panel.Emit(GoToHistory{index});
    panel.hotspots.AddLastItem("menu.edit.history." + std::to_string(index));
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    const float left = min.x + ImGui::GetStyle().ItemSpacing.x / 2, mark = panel.Px(kMark);
    pen.In(index > present ? c.muted : c.ink)
        .WriteShortened({left, (min.y + max.y) / 2}, name, max.x - mark - left);
}

}  // namespace

void DrawHistoryMenu(const Panel& panel) {
    const History& history = panel.state.history;
    ImGui::SetNextWindowSizeConstraints({panel.Px(kWidth), 0},
                                        {panel.Px(kWidth), panel.Px(kHighest)});
    const bool is_open = ImGui::BeginMenu("History", history.size() > 0);
    panel.hotspots.AddLastItem("menu.edit.history");
    if (!is_open) return;
    const int present = history.undo_count();
    const int count = history.size() + 1;
    ImGuiListClipper clipper;
    clipper.Begin(count);
    while (clipper.Step()) {
        for (int index = clipper.DisplayStart; index < clipper.DisplayEnd; ++index) {
            DrawStep(panel, index, NameAt(history, index), present);
        }
    }
    if (ImGui::IsWindowAppearing()) {
        ImGui::SetScrollY(ImGui::GetTextLineHeightWithSpacing() *
                          static_cast<float>(std::max(0, present - 8)));
    }
    ImGui::EndMenu();
}

}  // namespace decodescope
