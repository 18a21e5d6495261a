#include "app/paint/canvas.h"

#include "app/scene/pass_fit.h"

namespace decodescope {

float TextZoom(const Theme& theme, const Camera& camera) {
    constexpr float kMostText = 72;  // window pixels
    return std::min(camera.zoom, std::max(1.0f, kMostText / theme.Px(kSceneDigits)));
}

ImVec2 Canvas::At(Point point) const {
    const Point in_window = ToWindow(camera, point);
    return {area.min.x + in_window.x * theme.scale, area.min.y + in_window.y * theme.scale};
}

Area Canvas::At(const Rect& rect) const {
    const ImVec2 from = At(Point{rect.x, rect.y}), to = At(Point{rect.right(), rect.bottom()});
    return {{std::round(from.x), std::round(from.y)}, {std::round(to.x), std::round(to.y)}};
}

Point Canvas::PointAt(ImVec2 pixel) const {
    return ToScene(camera,
                   {(pixel.x - area.min.x) / theme.scale, (pixel.y - area.min.y) / theme.scale});
}

Point Canvas::Size() const { return {area.width() / theme.scale, area.height() / theme.scale}; }

const Shade& ShadeOf(const Palette& colors, Meaning meaning) {
    switch (meaning) {
        case Meaning::Q: return colors.q;
        case Meaning::K: return colors.k;
        case Meaning::V: return colors.v;
        case Meaning::Cached: return colors.cached;
        case Meaning::Waiting: return colors.waiting;
        case Meaning::Neutral: break;
    }
    return colors.cached;
}

}  // namespace decodescope
