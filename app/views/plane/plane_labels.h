// The words in the plane: chips at the arrows, "h", numbers of passes, names of regions. None
// covers another one; what has no room is left out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/views/plane/plane_frame.h"

namespace decodescope {

struct PlaneLabels {
    // By arrow: its token, shortened, and where; nothing where there is no room.
    std::vector<std::string> tokens;
    std::vector<std::optional<Area>> chips;
    std::optional<Area> hidden;               // "h"
    std::optional<Area> query;                // "q"
    std::vector<std::optional<Area>> passes;  // by place on the path: the number of its pass
};

PlaneLabels PlaceLabels(const Panel& panel, const PlaneFrame& frame, const Plane& plane);

void PaintRegionNames(const Panel& panel, const PlaneFrame& frame, const Plane& plane,
                      const PlaneLabels& labels);

}  // namespace decodescope
