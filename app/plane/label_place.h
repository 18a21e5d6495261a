// Where a few words can be inside a region without covering what is drawn there.
#pragma once

#include <optional>
#include <vector>

#include "app/scene/scene.h"

namespace decodescope {

// The place for words of this size inside the convex polygon that is as far from the obstacles as
// possible. Nothing where they fit nowhere.
std::optional<Rect> PlaceLabel(const std::vector<Point>& polygon, Point size,
                               const std::vector<Rect>& obstacles);

}  // namespace decodescope
