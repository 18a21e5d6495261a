// The two curves of the check: how the work grows with the cache and without it.
#pragma once

#include "app/panel/panel.h"
#include "app/work/work_curve.h"

namespace decodescope {

// `done`: how many passes have begun at the playhead; later ones are dashed.
void DrawGrowthChart(const Panel& panel, Area area, const std::vector<GrowthPoint>& points,
                     int done);

}  // namespace decodescope
