// The passes of a recording as boxes, one a stage, grouped by pass.
//
//   Prefill          1 – 14       Pass 15  select                    16 – 31
//   ▆▆▆▆▆            ▆▆▆▆▆▆▆      ▆ ▆▆▆▆▆▆▆ ▆▆▆▆▆▆▆ ▆▆▆▆▆▆▆ ▆▆        ▯▯▯▯▯▯▯
//                                   layer 0 layer 1 layer 2
//
// Where all passes fit with their stages open, all are; else only the present one is, and the
// others are closed to one box each, or to one bar where even these are too many.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawTimeline(const Panel& panel, Area area);

}  // namespace decodescope
