// What is under a point of a scene.
#pragma once

#include <optional>

#include "app/scene/scene.h"

namespace decodescope {

// The cell drawn there, as a number or in a heat map; not a masked or ghost one.
std::optional<Cell> PickCell(const Scene& scene, Point point);

// The layer or query head that a click there would choose.
std::optional<Choice> PickChoice(const Scene& scene, Point point);

// Where a cell is drawn; a tensor may be drawn in several places.
std::vector<Rect> PlacesOf(const Scene& scene, const Cell& cell);

// Where a position is drawn: its rows and its labels, block by block, and its column in the scores
// and weights.
std::vector<Rect> PlacesOfPosition(const Scene& scene, int position);

// The position whose label is there.
std::optional<int> PickPosition(const Scene& scene, Point point);

}  // namespace decodescope
