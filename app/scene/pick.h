// What is under a point of a scene.
#pragma once

#include <optional>

#include "app/scene/scene.h"

namespace decodescope {

// The cell drawn there, as a number or in a heat map. Masked and ghost cells are no cells.
std::optional<Cell> PickCell(const Scene& scene, Point point);

// The layer or query head that a click there would choose.
std::optional<Choice> PickChoice(const Scene& scene, Point point);

// Where a cell is drawn; a value may be drawn in several places.
std::vector<Rect> PlacesOf(const Scene& scene, const Cell& cell);

// Where a position is drawn: the rows of its own values and its labels, block by block, and its
// column in the scores and weights.
std::vector<Rect> PlacesOfPosition(const Scene& scene, int position);

// The position whose label is there.
std::optional<int> PickPosition(const Scene& scene, Point point);

}  // namespace decodescope
