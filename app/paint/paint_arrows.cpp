#include "app/paint/paint_arrows.h"

#include <vector>

#include "app/widgets/shapes.h"

namespace decodescope {
namespace {

constexpr float kCorner = 8, kHeadLength = 9, kHeadWidth = 8;

ImVec2 Toward(ImVec2 from, ImVec2 to, float distance) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    if (length < 1e-3f) return from;
    return {from.x + (to.x - from.x) * distance / length,
            from.y + (to.y - from.y) * distance / length};
}

float Length(ImVec2 a, ImVec2 b) { return std::hypot(b.x - a.x, b.y - a.y); }

// The path with its corners rounded.
std::vector<ImVec2> Rounded(const std::vector<ImVec2>& path, float radius) {
    std::vector<ImVec2> line{path.front()};
    for (size_t i = 1; i + 1 < path.size(); ++i) {
        const ImVec2 corner = path[i];
        const float r =
            std::min({radius, Length(path[i - 1], corner) / 2, Length(corner, path[i + 1]) / 2});
        const ImVec2 in = Toward(corner, path[i - 1], r), out = Toward(corner, path[i + 1], r);
        constexpr int kSteps = 8;
        for (int step = 0; step <= kSteps; ++step) {
            const float t = static_cast<float>(step) / kSteps, s = 1 - t;
            // A quadratic curve that leaves and arrives along the lines.
            line.push_back({s * s * in.x + 2 * s * t * corner.x + t * t * out.x,
                            s * s * in.y + 2 * s * t * corner.y + t * t * out.y});
        }
    }
    line.push_back(path.back());
    return line;
}

void PaintHead(const Canvas& canvas, ImVec2 tip, ImVec2 from, ImU32 color) {
    const ImVec2 base = Toward(tip, from, canvas.Px(kHeadLength));
    const float half = canvas.Px(kHeadWidth) / 2;
    const ImVec2 along = Toward({0, 0}, {tip.x - base.x, tip.y - base.y}, half);
    canvas.list.AddTriangleFilled(tip, {base.x - along.y, base.y + along.x},
                                  {base.x + along.y, base.y - along.x}, color);
}

}  // namespace

void PaintArrow(const Canvas& canvas, const Arrow& arrow) {
    const Palette& colors = canvas.colors();
    const bool is_ghost = arrow.state == BlockState::Ghost;
    const bool is_now = arrow.state == BlockState::Current;
    const bool is_way_back = arrow.from == BlockId::Tray;
    const ImU32 color = is_ghost                            ? colors.ghost_arrow
                        : arrow.meaning == Meaning::Neutral ? (is_now ? colors.ink : colors.arrow)
                                                            : ShadeOf(colors, arrow.meaning).stroke;
    const float width = canvas.Line(is_now                              ? 2.5f
                                    : arrow.meaning == Meaning::Neutral ? 1.5f
                                                                        : 2.0f);

    std::vector<ImVec2> path;
    for (const Point point : arrow.path) path.push_back(canvas.At(point));
    const ImVec2 tip = path.back(), before = path[path.size() - 2];
    path.back() = Toward(tip, before, canvas.Px(kHeadLength - 1));
    if (Length(before, path.back()) < canvas.Px(4)) path.pop_back();  // hardly more than a head
    if (path.size() < 2) path.push_back(path.front());
    const std::vector<ImVec2> line = Rounded(path, canvas.Px(kCorner));
    if (is_ghost || is_way_back) {
        DrawDashedLine(canvas.list, line.data(), static_cast<int>(line.size()), color, width,
                       {canvas.Px(6), canvas.Px(4)});
    } else {
        canvas.list.AddPolyline(line.data(), static_cast<int>(line.size()), color, 0, width);
    }
    PaintHead(canvas, tip, before, color);
}

}  // namespace decodescope
