// Where a few words stand inside a region without covering what is drawn there.
#pragma once

#include <optional>
#include <vector>

#include "app/scene/scene.h"

namespace decodescope {

// The place for words of this size that lies in the convex polygon, away from the obstacles and,
// among such places, as far from them as can be. Nothing where they fit nowhere.
std::optional<Rect> PlaceLabel(const std::vector<Point>& polygon, Point size,
                               const std::vector<Rect>& obstacles);

}  // namespace decodescope
