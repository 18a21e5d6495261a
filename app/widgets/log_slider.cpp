#include "app/widgets/log_slider.h"

#include <algorithm>

#include "app/widgets/controls.h"

namespace decodescope {
namespace {

constexpr float kKnob = 8, kTrack = 4;  // radius and height, at scale 1

}  // namespace

std::optional<double> LogSlider(const char* id, const Theme& theme, Area area, double number,
                                const LogScale& scale) {
    const Palette& c = theme.colors();
    const float knob = theme.Px(kKnob), half = theme.Px(kTrack) / 2, y = area.center().y;
    const float left = area.min.x + knob, width = std::max(1.0f, area.width() - 2 * knob);
    const Touch touch = TouchArea(id, area);
    std::optional<double> moved;
    if (touch.held) {
        const auto share = static_cast<double>((ImGui::GetIO().MousePos.x - left) / width);
        const double at = RoundCount(scale.At(std::clamp(share, 0.0, 1.0)));
        if (at != number) moved = std::clamp(at, scale.least, scale.most);
    }
    const double shown = std::clamp(scale.ShareOf(moved.value_or(number)), 0.0, 1.0);
    const float x = left + static_cast<float>(shown) * width;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({left, y - half}, {left + width, y + half}, c.ghost, half);
    list.AddRectFilled({left, y - half}, {x, y + half}, c.muted, half);
    list.AddCircleFilled({x, y}, knob, touch.held || touch.hovered ? c.ink : c.muted);
    list.AddCircleFilled({x, y}, knob - theme.Px(2), c.block);
    list.AddCircleFilled({x, y}, knob - theme.Px(4.5f),
                         touch.held || touch.hovered ? c.ink : c.muted);
    return moved;
}

}  // namespace decodescope
