#include "app/widgets/key_focus.h"

#include <imgui.h>

#include <algorithm>

namespace decodescope {
namespace {

Area InSight(Area area) {
    const ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 min = list.GetClipRectMin(), max = list.GetClipRectMax();
    return {{std::max(area.min.x, min.x), std::max(area.min.y, min.y)},
            {std::min(area.max.x, max.x), std::min(area.max.y, max.y)}};
}

// With as much above and below it, so that the next item of a list is drawn, too.
void ScrollTo(Area area) {
    const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowSize().y;
    const float up = top - area.min.y + area.height();
    const float down = area.max.y + area.height() - bottom;
    if (up > 0)
        ImGui::SetScrollY(std::max(0.0f, ImGui::GetScrollY() - up));
    else if (down > 0)
        ImGui::SetScrollY(ImGui::GetScrollY() + down);
}

}  // namespace

// It is kept in ImGui's context, as everything is that all controls share.
void SetKeyFocus(KeyFocus* focus) { ImGui::GetIO().UserData = focus; }

bool MeetKeyFocus(std::string_view id, Area area) {
    auto* const focus = static_cast<KeyFocus*>(ImGui::GetIO().UserData);
    if (focus == nullptr) return false;
    if (id.starts_with("##")) id.remove_prefix(2);
    focus->controls.push_back({std::string(id), area, InSight(area)});
    if (id != focus->id) return false;
    if (focus->is_new) ScrollTo(area);
    return focus->is_clicked;
}

}  // namespace decodescope
