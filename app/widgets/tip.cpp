#include "app/widgets/tip.h"

#include <algorithm>
#include <string>

#include "app/widgets/text.h"

namespace decodescope {
namespace {

constexpr float kGap = 4, kLeastWidth = 240;  // at scale 1

float Within(float place, float size, float room) {
    return std::max(0.0f, std::min(place, room - size));
}

}  // namespace

ImVec2 TipPlace(Area thing, ImVec2 size, ImVec2 window, float gap, ImVec2 mouse) {
    const float x = Within(thing.min.x, size.x, window.x);
    const float y = Within(thing.min.y, size.y, window.y);
    if (thing.max.y + gap + size.y <= window.y) return {x, thing.max.y + gap};
    if (thing.min.y - gap - size.y >= 0) return {x, thing.min.y - gap - size.y};
    if (thing.max.x + gap + size.x <= window.x) return {thing.max.x + gap, y};
    if (thing.min.x - gap - size.x >= 0) return {thing.min.x - gap - size.x, y};
    const float below = mouse.y + 4 * gap;
    return {Within(mouse.x, size.x, window.x),
            below + size.y <= window.y ? below : Within(mouse.y - gap - size.y, size.y, window.y)};
}

void Tip(const Theme& theme, Area area, std::string_view words) { Tip(theme, area, words, area); }

void Tip(const Theme& theme, Area area, std::string_view words, Area picture) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!ImGui::IsWindowHovered() || !area.Contains(io.MousePos)) return;
    const std::string text = Displayable(theme, FontRole::Label, words);
    ImGui::PushFont(theme.Font(FontRole::Label));
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    const float most = theme.Px(theme.metrics.tip_width);
    const float width = std::clamp(area.width() - 2 * padding.x, theme.Px(kLeastWidth), most);
    const ImVec2 inside = ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, width);
    const ImVec2 size{inside.x + 2 * padding.x, inside.y + 2 * padding.y};
    ImVec2 place = TipPlace(picture, size, io.DisplaySize, theme.Whole(kGap), io.MousePos);
    const bool is_beside = place.y >= picture.max.y || place.y + size.y <= picture.min.y;
    if (is_beside) place.x = Within(area.min.x, size.x, io.DisplaySize.x);  // below its own thing
    ImGui::SetNextWindowPos(place);
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(padding.x + width + 1);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopFont();
}

}  // namespace decodescope
