#include "app/scene/float_place.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace decodescope {
namespace {

constexpr float kGap = 14;   // from the number, for the tail
constexpr float kStep = 20;  // between the places that are tried

// How bad it is to cover a square pixel of something; of what is linked, any is worse than all
// else.
constexpr float kLinked = 1000, kComputed = 4, kCache = 5, kWords = 2, kGhost = 0.1f;

float Overlap(const Rect& a, const Rect& b) {
    const float width = std::min(a.right(), b.right()) - std::max(a.x, b.x);
    const float height = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
    return width > 0 && height > 0 ? width * height : 0;
}

float CostOf(const Scene& scene, const FloatRequest& request, const Rect& place) {
    float cost = kLinked * Overlap(place, request.number);
    for (const Rect& link : request.links) cost += kLinked * Overlap(place, link);
    for (const Block& block : scene.blocks) {
        const float each = block.state == BlockState::Ghost ? kGhost
                           : block.id == BlockId::Cache     ? kCache
                                                            : kComputed;
        cost += each * Overlap(place, block.place);
    }
    for (const Text& text : scene.texts) cost += kWords * Overlap(place, text.place);
    // As near as can be, best right below.
    const Point from = request.number.center(), to = place.center();
    const float distance = std::hypot(from.x - to.x, from.y - to.y);
    return cost + distance * 4;
}

}  // namespace

Rect PlaceFloat(const Scene& scene, const FloatRequest& request) {
    const Rect& window = request.window;
    const float width = std::min(request.size.x, window.width);
    const float height = std::min(request.size.y, window.height);
    const float last_x = std::max(window.x, window.right() - width);
    const float last_y = std::max(window.y, window.bottom() - height);
    Rect best{window.x, window.y, width, height};
    float least = std::numeric_limits<float>::max();
    const auto consider = [&](float x, float y) {
        const Rect place{std::clamp(x, window.x, last_x), std::clamp(y, window.y, last_y), width,
                         height};
        const float cost = CostOf(scene, request, place);
        if (cost >= least) return;
        least = cost;
        best = place;
    };
    const Rect& number = request.number;
    const float middle = number.center().x - width / 2;
    consider(middle, number.bottom() + kGap);
    consider(middle, number.y - kGap - height);
    for (const Block& block : scene.blocks) {
        consider(block.place.x, block.place.bottom() + kGap);
        consider(block.place.right() - width, block.place.bottom() + kGap);
        consider(middle, block.place.bottom() + kGap);
        consider(middle, block.place.y - kGap - height);
    }
    for (float y = window.y; y <= last_y; y += kStep) {
        for (float x = window.x; x <= last_x; x += kStep) consider(x, y);
        consider(last_x, y);
    }
    return best;
}

}  // namespace decodescope
