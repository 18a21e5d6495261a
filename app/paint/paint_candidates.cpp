#include "app/paint/paint_candidates.h"

#include "app/widgets/shapes.h"

namespace decodescope {

void PaintBar(const Canvas& canvas, const Bar& bar) {
    const Palette& colors = canvas.colors();
    const Area area = canvas.At(bar.place);
    const float radius = std::min(canvas.Px(2), area.height() / 2);
    canvas.list.AddRectFilled(area.min, area.max, MagnitudeColor(colors, 0.1f, false), radius);
    const float right = area.min.x + area.width() * std::min(bar.share, 1.0f);
    if (right - area.min.x < 1) return;
    canvas.list.AddRectFilled(area.min, {right, area.max.y}, MagnitudeColor(colors, 0.85f, false),
                              radius);
}

// The kept candidates in the colour of magnitudes, the others as ghosts, the selected one waiting.
void PaintDistribution(const Canvas& canvas, const Distribution& distribution) {
    const Palette& colors = canvas.colors();
    const Area area = canvas.At(distribution.place);
    const auto count = static_cast<float>(distribution.shares.size());
    for (size_t i = 0; i < distribution.shares.size(); ++i) {
        const auto index = static_cast<int>(i);
        const float from = area.min.x + area.width() * static_cast<float>(i) / count;
        const float to = area.min.x + area.width() * static_cast<float>(i + 1) / count;
        const float height = std::max(1.0f, area.height() * distribution.shares[i]);
        const ImU32 color = index == distribution.selected ? colors.waiting.stroke
                            : index < distribution.kept    ? MagnitudeColor(colors, 0.85f, false)
                                                           : colors.ghost;
        canvas.list.AddRectFilled({std::round(from), area.max.y - height},
                                  {std::max(std::round(from) + 1, std::round(to) - 1), area.max.y},
                                  color);
    }
}

void PaintTick(const Canvas& canvas, const Tick& tick) {
    const Palette& colors = canvas.colors();
    const Area area = canvas.At(tick.place);
    const ImVec2 center = area.center();
    const float radius = area.width() / 2;
    if (!tick.selected) {
        canvas.list.AddCircle(center, radius, colors.field_border, 0, std::max(1.0f, canvas.Px(1)));
        return;
    }
    canvas.list.AddCircleFilled(center, radius + canvas.Px(1), colors.waiting.stroke);
    DrawIcon(canvas.list, Icon::Tick, center, canvas.Px(16), colors.on_ink, canvas.Px(2));
}

}  // namespace decodescope
