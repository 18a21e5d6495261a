// A rectangle of the window, in window pixels.
#pragma once

#include <imgui.h>

namespace decodescope {

struct Area {
    ImVec2 min;
    ImVec2 max;

    float width() const { return max.x - min.x; }
    float height() const { return max.y - min.y; }
    ImVec2 size() const { return {width(), height()}; }
    ImVec2 center() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
    bool empty() const { return width() <= 0 || height() <= 0; }

    bool Contains(ImVec2 p) const {
        return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y;
    }
    Area Grown(float by) const { return {{min.x - by, min.y - by}, {max.x + by, max.y + by}}; }
};

inline Area AreaAt(float x, float y, float width, float height) {
    return {{x, y}, {x + width, y + height}};
}

}  // namespace decodescope
