#include "app/views/pass/copy_menu.h"

#include "app/apply/inspect_commands.h"
#include "app/look/imgui_compat.h"

namespace decodescope {
namespace {

constexpr const char* kPopup = "copy menu";

struct Item {
    const char* name;
    const char* hotspot;
    CopyKind kind;
};

constexpr Item kItems[] = {
    {"Copy value", "copy.value", CopyKind::Number},
    {"Copy sum", "copy.sum", CopyKind::Sum},
    {"Copy block as CSV", "copy.block", CopyKind::Block},
};

}  // namespace

void DrawCopyMenu(const Panel& panel) {
    const std::optional<Cell>& cell = panel.state.ui.copied;
    const bool asks = ImGui::IsMouseClicked(ImGuiMouseButton_Right) && panel.hovered;
    if (asks) {
        panel.Emit(ShowCopyMenu{panel.hovered});
        ImGui::OpenPopup(kPopup);
    }
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {panel.Px(8), panel.Px(10)});
    if (ImGui::BeginPopup(kPopup)) {
        for (const Item& item : kItems) {
            if (ImGui::MenuItem(item.name) && cell) panel.Emit(Copy{*cell, item.kind});
            panel.hotspots.AddLastItem(item.hotspot);
        }
        if (IsEscapePressed()) ImGui::CloseCurrentPopup();
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

}  // namespace decodescope
