// A tick in a disc for what holds, a cross for what does not.
#pragma once

#include "app/widgets/pen.h"

namespace decodescope {

constexpr float kVerdictRadius = 10;  // at scale 1

inline void DrawVerdict(const Pen& pen, ImVec2 center, bool holds, float radius = kVerdictRadius) {
    const Palette& c = pen.theme.colors();
    pen.In(holds ? c.cached_solid : c.ink).Disc(center, radius);
    pen.In(holds ? c.on_cached_solid : c.on_ink)
        .Draw(holds ? Icon::Tick : Icon::Close, center, 2 * radius - 4);
}

}  // namespace decodescope
